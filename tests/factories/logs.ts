import logger from '@adonisjs/core/services/logger'

export type Log = { text: () => string; stop: () => void }

type Stream = { write: (line: string) => void }

/** Listens to all that this process logs, down to the smallest, and to what it writes to its outputs. */
export function listenToLogs(): Log {
  const lines: string[] = []
  const { pino } = logger
  const formerLevel = pino.level
  const streams = pino as unknown as Record<symbol, Stream>
  const key = symbolOf(pino, 'pino.stream')
  const former = streams[key] as Stream
  streams[key] = {
    write: (line) => {
      lines.push(line)
    },
  }
  pino.level = 'trace'
  const outputs = [process.stdout, process.stderr].map((output) => listenTo(output, lines))
  return {
    text: () => lines.join('\n'),
    stop: () => {
      streams[key] = former
      pino.level = formerLevel
      for (const stop of outputs) stop()
    },
  }
}

function symbolOf(pino: object, description: string): symbol {
  for (let at: object | null = pino; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertySymbols(at).find((one) => one.description === description)
    if (found) return found
  }
  throw new Error(`Nothing is called ${description}`)
}

function listenTo(output: NodeJS.WriteStream, lines: string[]): () => void {
  const { write } = output
  output.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    lines.push(String(chunk))
    return write.call(output, chunk, ...rest)
  }) as typeof write
  return () => {
    output.write = write
  }
}
