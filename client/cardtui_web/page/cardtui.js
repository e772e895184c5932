// What the page does besides the terminal, which is textual.js: keys go to the terminal as soon as it
// shows something, and who has left can come back.
new MutationObserver(() => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys && document.body.classList.contains("-first-byte")) keys.focus();
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
document.getElementById("again").addEventListener("click", () => window.location.reload());
