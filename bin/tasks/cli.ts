export {}

await import('../cli.js')
