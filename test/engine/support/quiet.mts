// Run before n8n is loaded: it writes every failed node to the console, and most of these tests let a node fail.
process.env.N8N_LOG_LEVEL ??= 'silent';
