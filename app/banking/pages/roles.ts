import { entryAbove } from '#app/identity/menu'
import { A, type Role, S, SC } from '#app/identity/roles'

/** Who connects banks, gives them their credentials, pauses and resumes them (area 23 §7). */
export const CONNECTORS: readonly Role[] = [S, A]

/**
 * Who works with a bank: those whose palette and drawer both have it. Who has it in one of them alone only reads it, which
 * is how the specification has superC0ntab1l1dad see Revolut and act on Qonto and Wise.
 */
function workersOf(path: string): readonly Role[] {
  const entry = entryAbove(`/${path}`)
  return entry ? entry.palette.filter((role) => entry.drawer.includes(role)) : CONNECTORS
}

/** Who makes beneficiaries and recipients at a bank. */
export const beneficiaryMakers = (path: string): readonly Role[] => workersOf(path)

/** Who makes payment orders out of its accounts; what becomes of them is decided as of every payment. */
export const payers = (path: string): readonly Role[] =>
  workersOf(path).filter((role) => [S, A, SC].includes(role))
