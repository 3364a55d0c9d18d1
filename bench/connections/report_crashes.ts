import { rows } from '#app/kernel/database/sql'
import type { Section } from '../report.js'
import { type Audit, statesText } from './audit_bank.js'
import type { Connected } from './connect_bank.js'

export type Audited = { connected: Connected; audit: Audit; movements: number; lines: number }

/** Booked movements of the account at the bank, and lines of its statement. */
export async function linesOf({
  accountId,
  providerAccountId,
}: Connected): Promise<{ movements: number; lines: number }> {
  const [found] = await rows<{ movements: number; lines: number }>(
    `select (select count(*)::int from provider_transactions where provider_account_id = :providerAccountId and status = 'booked') as movements,
        (select count(*)::int from bank_statement_lines where bank_account_id = :accountId) as lines`,
    { accountId, providerAccountId }
  )
  return found ?? { movements: 0, lines: 0 }
}

type Crashed = {
  sending: number
  reading: number
  found: Audited[]
  moments: Record<string, number>
  movementsARound: number
  seed: number
}

/** What was found after all kills, a row for each bank. */
export function reportCrashes({ sending, reading, found, moments, movementsARound, seed }: Crashed): Section {
  return {
    name: 'connections-crash',
    title: `${sending} kills while sending by connections, ${reading} while reading them`,
    notes: [
      `One process sends for ${found.length} banks at once (bulks of Qonto that are signed, Wise with and without a person), gets SIGKILL at a random moment, four times in five after its first request that moves money reached a bank, and the next one goes on; a quarter of the payments meets a fault of its bank besides, and tokens end in between. Then one process reads all of them while ${movementsARound} movements a round come up at each. Seed ${seed}.`,
      `Found after the kills: ${
        Object.entries(moments)
          .map(([state, n]) => `${n} payments ${state}`)
          .join(', ') || 'nothing in flight'
      }.`,
    ],
    tables: [
      {
        caption: 'What the banks have and what the books and statements say',
        columns: [
          'bank',
          'orders',
          'at the bank',
          'twice',
          'lost',
          'other wrongs',
          'movements',
          'lines',
          'difference in cents',
          'where they ended',
        ],
        rows: found.map(({ connected, audit, movements, lines }) => [
          connected.bank.name,
          audit.orders,
          audit.atBank,
          audit.twice,
          audit.lost,
          audit.contradictions + audit.nameless + audit.postedWrong + audit.movementsWrong + audit.violations,
          movements,
          lines,
          audit.differenceMinor,
          statesText(audit),
        ]),
      },
    ],
  }
}
