import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.util.Random;
import me.chester.minitruco.core.Carta;
import me.chester.minitruco.core.Estrategia;
import me.chester.minitruco.core.EstrategiaGasparotto;
import me.chester.minitruco.core.EstrategiaSellani;
import me.chester.minitruco.core.SituacaoJogo;

/**
 * Has strategies of miniTruco decide, one line in and one line out; see bench/minitruco.py.
 *
 * <p>What a seat is told is kept from one question to the next, as in miniTruco itself.
 */
public class TrucoPeer {

    public static void main(String[] args) throws Exception {
        Estrategia[] strategies = new Estrategia[4];
        SituacaoJogo[] told = new SituacaoJogo[4];
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("match")) {
                for (int seat = 0; seat < 4; seat++) {
                    strategies[seat] = strategy(words[1]);
                    told[seat] = new SituacaoJogo();
                }
                seed(strategies[0].getClass(), Long.parseLong(words[2]));
                System.out.println("ready");
                continue;
            }
            int seat = Integer.parseInt(words[1]);
            tell(told[seat], words);
            String answer;
            try {
                answer = asked(words[0], strategies[seat], told[seat], words);
            } catch (RuntimeException e) {
                answer = "failed";
            }
            System.out.println(answer);
        }
    }

    private static Estrategia strategy(String name) {
        return name.equals("sellani") ? new EstrategiaSellani() : new EstrategiaGasparotto();
    }

    /** The strategies draw from a generator of their class: with a seed a match can be repeated. */
    private static void seed(Class<?> strategy, long seed) throws Exception {
        for (Field field : strategy.getDeclaredFields()) {
            if (field.getType() == Random.class) {
                field.setAccessible(true);
                ((Random) field.get(null)).setSeed(seed);
            }
        }
    }

    private static String asked(String what, Estrategia mind, SituacaoJogo s, String[] words) {
        switch (what) {
            case "play":
                return Integer.toString(mind.joga(s));
            case "answer":
                return Boolean.toString(mind.aceitaTruco(s));
            case "eleven":
                return Boolean.toString(mind.aceitaMaoDeX(cards(words[17]), s));
            default:
                throw new IllegalArgumentException(what);
        }
    }

    private static void tell(SituacaoJogo s, String[] words) {
        s.posJogador = Integer.parseInt(words[1]) + 1;
        s.numRodadaAtual = Integer.parseInt(words[2]);
        for (int trick = 0; trick < 3; trick++) {
            s.resultadoRodada[trick] = Integer.parseInt(words[3 + trick]);
        }
        s.valorMao = Integer.parseInt(words[6]);
        s.valorProximaAposta = Integer.parseInt(words[7]);
        int caller = Integer.parseInt(words[8]);
        if (caller > 0) {
            s.posJogadorPedindoAumento = caller;
        }
        s.posJogadorQueAbriuRodada = Integer.parseInt(words[9]);
        s.manilha = words[10].charAt(0);
        s.pontosEquipe[0] = Integer.parseInt(words[11]);
        s.pontosEquipe[1] = Integer.parseInt(words[12]);
        s.baralhoSujo = words[13].equals("1");
        s.podeFechada = words[14].equals("1");
        s.cartasJogador = cards(words[15]);
        String[] laid = words[16].split(",");
        for (int place = 0; place < 12; place++) {
            s.cartasJogadas[place / 4][place % 4] = card(laid[place]);
        }
    }

    private static Carta[] cards(String codes) {
        if (codes.equals("-")) {
            return new Carta[0];
        }
        String[] each = codes.split(",");
        Carta[] cards = new Carta[each.length];
        for (int at = 0; at < each.length; at++) {
            cards[at] = card(each[at]);
        }
        return cards;
    }

    private static Carta card(String code) {
        if (code.equals("-")) {
            return null;
        }
        if (code.equals("##")) {
            Carta hidden = new Carta(Carta.LETRA_NENHUMA, Carta.NAIPE_NENHUM);
            hidden.setFechada(true);
            return hidden;
        }
        return new Carta(code);
    }
}
