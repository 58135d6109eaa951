// Every sandbox of this run plays the contrary variant, unless a test names what it needs.
process.env.WORKFORCE_VARIANT = 'contrary';
