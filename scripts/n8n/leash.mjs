// Loaded into n8n's process before n8n itself: when whoever started it is gone, however suddenly, n8n ends as on SIGTERM.
// The starter holds the other end of stdin, and the system closes it when that process ends.
process.stdin.resume();
process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
