"""What commands share that stands below them: failing, options, whom they serve, their words."""
