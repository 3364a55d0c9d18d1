import { type Client, rows } from '#app/kernel/database/sql'
import { type CalendarDate, maxDay, minDay } from '#app/kernel/time/calendar_date'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { grossesOf } from '#app/reconciliation/scoring/known_fee'
import { nameWords, numberKeys } from '#app/reconciliation/scoring/line_keys'
import type { LineFacts } from '#app/reconciliation/scoring/match_types'
import { skeletonOf } from '#app/reconciliation/scoring/text_evidence'

/** More candidates of one kind than this are never looked at together. */
export const candidatesMax = 20_000

export type Window = { from: CalendarDate; to: CalendarDate }

/**
 * What is looked for in the books for some movements: nothing else can be worth a point beside its date. Amounts are
 * signed as the bank shows them; `near` are the amounts with everything within the tolerance, `gross` those of which a known
 * fee leaves one of them.
 */
export type Probe = {
  window: Window
  amounts: number[]
  near: number[]
  gross: number[]
  toleranceMinor: number
  ibans: string[]
  references: string[]
  numbers: string[]
  skeletons: string[]
  /** Suppliers whose IBAN or name the movements have. */
  providerIds: number[]
}

/** A name that more suppliers share says nothing. */
const namesakesMax = 50

/** Throws where there is no movement. */
export async function probeFor(
  { toleranceMinor, fee }: MatchAccount,
  lines: readonly LineFacts[],
  client?: Client
): Promise<Probe> {
  const [first] = lines
  if (!first) throw new Error('A probe needs a movement')
  const amounts = distinct(lines.map((line) => line.amountMinor))
  const probe = {
    window: {
      from: lines.reduce((least, line) => minDay(least, line.bookedOn), first.bookedOn),
      to: lines.reduce((most, line) => maxDay(most, line.bookedOn), first.bookedOn),
    },
    amounts,
    near: distinct(amounts.flatMap((amount) => around(amount, toleranceMinor))),
    gross: distinct(amounts.flatMap((amount) => grossesOf(amount, fee))),
    toleranceMinor,
    ibans: distinct(lines.flatMap((line) => line.counterpartyIban ?? [])),
    references: distinct(lines.flatMap((line) => line.endToEndId ?? [])),
    numbers: distinct(lines.flatMap(numberKeys)),
    skeletons: distinct(lines.map((line) => skeletonOf(line.normText)).filter(Boolean)),
  }
  return { ...probe, providerIds: await findProviders(probe.ibans, wordsOf(lines), client) }
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

function around(amount: number, toleranceMinor: number): number[] {
  return Array.from({ length: 2 * toleranceMinor + 1 }, (_, at) => amount + at - toleranceMinor)
}

const wordsOf = (lines: readonly LineFacts[]) =>
  distinct(lines.flatMap((line) => nameWords(`${line.normText} ${line.counterpartyName ?? ''}`)))

/** Suppliers with a verified account among these IBANs, or with one of these words in their name that few others have. */
async function findProviders(ibans: string[], words: string[], client?: Client): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `with named as (
       select p.id, word from providers p cross join lateral unnest(string_to_array(p.name_norm, ' ')) word where word = any(:words::text[]) and p.status <> 'merged'),
     telling as (select word from named group by 1 having count(*) <= ${namesakesMax})
     select id from named join telling using (word)
     union select provider_id from provider_banks where iban = any(:ibans::text[]) and verification = 'verified' and disabled_at is null`,
    { ibans, words },
    client
  )
  return found.map(({ id }) => id)
}
