import { connect } from 'node:net'
import { DomainError } from '#app/kernel/domain_error'
import env from '#start/env'

/** Looks at the bytes of a file before they are kept; gives the name of what it found, or null. */
export type Antivirus = (bytes: Uint8Array) => Promise<string | null>

const chosen: { antivirus: Antivirus | null } = {
  antivirus: env.get('CLAMAV_HOST') ? askClamav : null,
}

/** Puts another scanner in place, or none; gives the one that was there. */
export function useAntivirus(antivirus: Antivirus | null): Antivirus | null {
  const before = chosen.antivirus
  chosen.antivirus = antivirus
  return before
}

/**
 * Refuses a file in which the scanner finds something, and any file while a scanner that is set up does not answer.
 * Without a scanner every file passes. Throws E_VIRUS and E_VIRUS_UNKNOWN at `field`.
 */
export async function refuseInfected(name: string, bytes: Uint8Array, field = 'files'): Promise<void> {
  if (!chosen.antivirus) return
  const found = await chosen.antivirus(bytes).catch((error: unknown) => {
    throw new DomainError(
      'E_VIRUS_UNKNOWN',
      `${name}: no se ha podido comprobar el archivo. Inténtelo más tarde.`,
      {
        field,
        cause: error,
      }
    )
  })
  if (found !== null)
    throw new DomainError('E_VIRUS', `${name}: el archivo contiene software malicioso y no se ha guardado.`, {
      field,
    })
}

const PORT = 3310
const TIMEOUT_MS = 15_000
const PART_BYTES = 64 * 1024

/** INSTREAM of clamd: parts with their length before them, an empty one at the end (clamd(8)). */
function askClamav(bytes: Uint8Array): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(env.get('CLAMAV_PORT') ?? PORT, env.get('CLAMAV_HOST') ?? '127.0.0.1')
    let answer = ''
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('clamd does not answer')))
    socket.on('connect', () => {
      socket.write('zINSTREAM\0')
      for (let from = 0; from < bytes.length; from += PART_BYTES) {
        const part = bytes.subarray(from, from + PART_BYTES)
        socket.write(lengthOf(part.length))
        socket.write(part)
      }
      socket.write(lengthOf(0))
    })
    socket.on('data', (data) => {
      answer += data.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const text = answer.replaceAll('\0', '').trim()
      if (/: OK$/.test(text)) resolve(null)
      else if (/ FOUND$/.test(text)) resolve(text.replace(/^stream: /, '').replace(/ FOUND$/, ''))
      else reject(new Error(`clamd answered «${text}»`))
    })
  })
}

function lengthOf(count: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(count)
  return length
}
