/** A person whose access somebody else changed, until a second person looks at it. */
export type PendingPerson = {
  id: number
  name: string
  email: string
  role: string
  companies: string
  status: string
  changes: { id: number; change: string; by: string; at: string }[]
  lastChangeId: number
  /** Why who looks may not confirm it; null when they may. */
  hindrance: string | null
  /** Who may; nobody when it is empty. */
  waitsFor: string[]
}

/** What somebody wants to loosen, until a second person confirms it. */
export type PendingChange = {
  id: number
  title: string
  tab: string
  siteId: number | null
  site: string | null
  before: string
  after: string
  reason: string
  proposer: string
  at: string
  isOwn: boolean
  hindrance: string | null
  waitsFor: string[]
}

/** What became of one. */
export type DecidedChange = {
  id: number
  title: string
  site: string | null
  before: string
  after: string
  reason: string
  proposer: string
  decider: string | null
  status: string
  at: string
}

/** What somebody did to what another person may do. */
export type PowerChange = {
  id: number
  what: string
  person: string
  detail: string
  by: string
  at: string
}

const NAMED_MAX = 4

/** Whom it waits for, by name; what to do where there is nobody. */
export function waitsForText(names: string[]): string {
  if (names.length === 0)
    return 'No hay nadie que pueda confirmarlo: hace falta otra persona de sistema, o un aprobador que no haya intervenido, ya confirmados.'
  const more = names.length > NAMED_MAX ? ` y ${names.length - NAMED_MAX} más` : ''
  return `Espera a ${names.slice(0, NAMED_MAX).join(', ')}${more}.`
}

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
