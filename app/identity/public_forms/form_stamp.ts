import { createHash } from 'node:crypto'
import encryption from '@adonisjs/core/services/encryption'

const PURPOSE = 'public-form'
const OPEN_FOR = '12 hours'
/** Nobody fills the form in less: who does is a program. */
const FASTEST_MS = 3000
/** Leading zero bits of the work that a busy address does: a second or two in a browser. */
export const WORK_BITS = 16

/** A stamp of the moment in which a form was shown; nobody can make one, and no two are alike. */
export const makeStamp = (now = Date.now()): string => encryption.encrypt({ at: now }, OPEN_FOR, PURPOSE)

/** How a stamp stands: forged or older than twelve hours, too fresh for a person, or good. */
export function readStamp(stamp: string, now = Date.now()): 'expired' | 'too_fast' | 'good' {
  const read = encryption.decrypt<{ at: number }>(stamp, PURPOSE)
  if (!read) return 'expired'
  return now - read.at < FASTEST_MS ? 'too_fast' : 'good'
}

export const stampHash = (stamp: string): string => createHash('sha256').update(stamp).digest('hex')

/** Whether sha256 of `stamp:answer` begins with so many zero bits. */
export function isWorkDone(stamp: string, answer: string, bits = WORK_BITS): boolean {
  const digest = createHash('sha256').update(`${stamp}:${answer}`).digest()
  return digest.readUInt32BE(0) >>> (32 - bits) === 0
}
