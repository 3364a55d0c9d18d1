import type { Actor } from '#app/audit/record_event'

/** Something that an entry reaches, as the form and the page of the entry name it. */
export type Affected = { kind: string; label: string; detail: string; href: string | null }

/** What a higher floor does about accounts that are listed. */
export type Sweeper = {
  /** In the report: «pagos», «cuentas de proveedores». */
  noun: string
  /** What accounts that look like `like` reach, in the companies of who asks; at most a hundred. */
  affected: (like: string, scope: number[] | 'all') => Promise<Affected[]>
  /** Brings everything that these entries reach in line with the list; once more does nothing. Gives how many. */
  sweep: (entryIds: number[], actor: Actor) => Promise<number>
}

const sweepers: Sweeper[] = []

/** Higher floors that keep accounts or pay to them (suppliers, employees, invoices, payments) follow the list from here. */
export function followBlacklist(sweeper: Sweeper): void {
  sweepers.push(sweeper)
}

/** What a pattern would reach. */
export async function findAffected(like: string, scope: number[] | 'all'): Promise<Affected[]> {
  const found: Affected[] = []
  for (const { affected } of sweepers) found.push(...(await affected(like, scope)))
  return found
}

/** After entries are committed, so that nobody waits for anybody: what they reach is stopped. Gives the report in words. */
export async function sweepEntries(entryIds: number[], actor: Actor): Promise<string> {
  const counts: string[] = []
  for (const { noun, sweep } of sweepers) {
    const count = await sweep(entryIds, actor)
    if (count > 0) counts.push(`${count} ${noun}`)
  }
  return counts.length === 0 ? 'No afecta a ningún pago ni cuenta.' : `Afecta a ${counts.join(', ')}.`
}

/** The accounts of a pattern as a LIKE of the database: an account, a country's bank after its two check digits, a country. */
export function likeOf(patternType: string, value: string): string {
  if (patternType === 'iban') return value
  if (patternType === 'country') return `${value}%`
  return `${value.slice(0, 2)}__${value.slice(2)}%`
}
