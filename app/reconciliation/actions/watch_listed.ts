import type { ImportedStatement } from '#app/accounts/statement_followers'
import { recordEvent } from '#app/audit/record_event'
import { type BlacklistHit, findIbanHits, noteMovements } from '#app/blacklist/check_iban'
import { peopleOfSites } from '#app/identity/queries/people_of_sites'
import { A, S, SC } from '#app/identity/roles'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { queueMail } from '#app/mail/queue_mail'

type Movement = { id: number; bookedOn: CalendarDate; amountMinor: number; currency: string; iban: string }
type Met = Movement & { hit: BlacklistHit }
type Account = { siteId: number; site: string; name: string }

/** Movements that one mail names; the page of the entry has all of them. */
const NAMED_MAX = 20

/**
 * Movements of listed accounts that a statement brings (area 27): money that came from one is noted in the list and in the
 * history of the bank account; money that went to one is told besides, by mail, to everybody who can call the bank.
 */
export async function watchListed(
  { bankAccountId, statementIds, linesImported, userId }: ImportedStatement,
  trx: Transaction
): Promise<void> {
  if (linesImported === 0) return
  const met = await metBy(statementIds, trx)
  if (met.length === 0) return
  await noteMovements(
    met.map(({ id, iban, amountMinor, hit }) => ({
      entryId: hit.entryId,
      iban,
      lineId: id,
      point: amountMinor < 0 ? 'statement_line.outgoing' : 'statement_line.incoming',
    })),
    userId,
    trx
  )
  const account = await oneRow<Account>(
    `select b.site_id, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, b.name from bank_accounts b join sites s on s.id = b.site_id where b.id = :bankAccountId`,
    { bankAccountId },
    trx
  )
  const [outgoing, incoming] = [
    met.filter(({ amountMinor }) => amountMinor < 0),
    met.filter(({ amountMinor }) => amountMinor >= 0),
  ]
  for (const [event, some] of [
    ['bank_statement.paid_listed', outgoing],
    ['bank_statement.received_listed', incoming],
  ] as const) {
    if (some.length === 0) continue
    await recordEvent(
      {
        actor: { userId, kind: 'system' },
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId: account.siteId,
        event,
        reason: some.slice(0, NAMED_MAX).map(textOf).join('; '),
      },
      trx
    )
  }
  if (outgoing.length > 0) await alarm(bankAccountId, account, outgoing, trx)
}

async function metBy(statementIds: readonly number[], trx: Transaction): Promise<Met[]> {
  const movements = await rows<Movement>(
    `select id, booked_on, amount_minor, currency, counterparty_iban as iban from bank_statement_lines
      where statement_id = any(:statementIds::bigint[]) and counterparty_iban is not null and amount_minor <> 0 order by id`,
    { statementIds },
    trx
  )
  const ibans = [...new Set(movements.map(({ iban }) => iban))]
  if (ibans.length === 0) return []
  const hits = await findIbanHits(ibans, trx)
  const byIban = new Map(ibans.map((iban, index) => [iban, hits[index] ?? null]))
  return movements.flatMap((movement) => {
    const hit = byIban.get(movement.iban)
    return hit ? [{ ...movement, hit }] : []
  })
}

/** Who approves payments, senior accounting and the system role, of those who see the company. */
async function alarm(
  bankAccountId: number,
  { siteId, site, name }: Account,
  outgoing: readonly Met[],
  trx: Transaction
): Promise<void> {
  const people = await peopleOfSites([siteId], [S, A, SC], trx)
  const listed = outgoing.slice(0, NAMED_MAX).map((movement) => `- ${textOf(movement)}`)
  const rest = outgoing.length > NAMED_MAX ? [`- y ${outgoing.length - NAMED_MAX} más`] : []
  for (const person of people)
    await queueMail(
      {
        to: person.email,
        subject: 'URGENTE: el extracto trae un pago a una cuenta de la lista negra',
        body: [
          `Hola, ${person.name}:`,
          `El extracto de «${name}» (${site}) trae movimientos pagados a cuentas de la lista negra:`,
          [...listed, ...rest].join('\n'),
          'Llame al banco para reclamar el dinero y revise quién lo ordenó.',
        ].join('\n\n'),
        objectType: 'bank_account',
        objectId: bankAccountId,
      },
      trx
    )
}

const textOf = ({ bookedOn, amountMinor, currency, iban, hit }: Met) =>
  `${formatDay(bookedOn)}, ${formatAmount(Math.abs(amountMinor), currency)}, cuenta acabada en ${lastFour(iban)} (${hit.comment.replace(/\.$/, '')})`
