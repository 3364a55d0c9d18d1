import { createHash } from 'node:crypto'
import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { OpenDebt } from '#app/loans/compensations/netting_plan'
import { runningInterest } from '#app/loans/compensations/running_interest'
import { currentDocuments, type PendingPayment } from '#app/loans/ports'
import { outstandingSql } from '#app/loans/queries/loan_state'
import { LOOSE_CURRENT } from '#app/loans/queries/loose_current'
import { readLoan } from '#app/loans/terms/loan'

export type WantedNetting = {
  cutOffOn: CalendarDate
  siteIds: readonly number[]
  currency: string
  includesInterest: boolean
}

export type FoundDebts = {
  debts: OpenDebt[]
  /** Loans that cannot take part, and why. */
  leftOut: { number: string; reason: string }[]
}

type FoundLoan = {
  id: number
  number: string
  lenderSiteId: number
  borrowerSiteId: number
  owedMinor: number
  dueInterestMinor: number
  reason: string | null
}

/**
 * What these companies owe each other on a day: their active loans of one currency, the oldest first, with the interest that
 * has run until then, and what else stands on their current accounts (5523).
 */
export async function openDebts(wanted: WantedNetting, client?: Client): Promise<FoundDebts> {
  const found = await activeLoans(wanted, client)
  const debts: OpenDebt[] = []
  for (const loan of found.filter(({ reason }) => reason === null)) {
    const interestMinor = wanted.includesInterest
      ? loan.dueInterestMinor + (await runningNet(loan.id, wanted.cutOffOn, client))
      : 0
    if (loan.owedMinor + interestMinor <= 0) continue
    debts.push({
      loanId: loan.id,
      debtorId: loan.borrowerSiteId,
      creditorId: loan.lenderSiteId,
      principalMinor: Math.max(0, loan.owedMinor),
      interestMinor,
    })
  }
  const pending = await underPayment(wanted.siteIds, client)
  const waiting = new Set(pending.map((one) => pairOf(one.creditorSiteId, one.debtorSiteId)))
  const current = await currentBalances(wanted, client)
  debts.push(...current.filter(({ creditorId, debtorId }) => !waiting.has(pairOf(creditorId, debtorId))))
  const leftOut = found.flatMap(({ number, reason }) => (reason === null ? [] : [{ number, reason }]))
  return {
    debts,
    leftOut: [
      ...leftOut,
      ...pending.map(({ number }) => ({
        number: 'Cuenta corriente',
        reason: `${number} tiene un pago en curso`,
      })),
    ],
  }
}

const pairOf = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`

/** Documents on their current accounts that are being paid. */
async function underPayment(siteIds: readonly number[], client?: Client): Promise<PendingPayment[]> {
  const found: PendingPayment[] = []
  for (const documents of currentDocuments.all())
    found.push(...(await documents.underPayment(siteIds, client)))
  return found
}

/** What a proposal was made of: it is posted only while this is the same. */
export function fingerprintOf(
  wanted: WantedNetting & { mode: string; residual: string },
  debts: readonly OpenDebt[]
): string {
  const told = [
    wanted.cutOffOn,
    [...wanted.siteIds].toSorted((a, b) => a - b),
    wanted.currency,
    wanted.includesInterest,
    wanted.mode,
    wanted.residual,
    debts.map(({ loanId, debtorId, creditorId, principalMinor, interestMinor }) => [
      loanId,
      debtorId,
      creditorId,
      principalMinor,
      interestMinor,
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}

/** Interest that is due is what of it nobody has paid, less what is withheld of it. */
function activeLoans({ siteIds, currency, cutOffOn }: WantedNetting, client?: Client): Promise<FoundLoan[]> {
  return rows<FoundLoan>(
    `select l.id, l.number, l.lender_site_id, l.borrower_site_id, ${outstandingSql('l.id', ':cutOffOn')} as owed_minor,
        coalesce((select sum(i.interest_minor - i.paid_interest_minor - i.withholding_minor + i.paid_withholding_minor) from loan_installments i
           where i.loan_id = l.id and i.replaced_in is null and i.due_on <= :cutOffOn), 0)::bigint as due_interest_minor,
        case when exists (select 1 from loan_payments p where p.loan_id = l.id and p.status = 'ordered') then 'tiene un pago en curso'
          when exists (select 1 from loan_movements m where m.loan_id = l.id and m.value_on > :cutOffOn and m.reverses_id is null
            and not exists (select 1 from loan_movements r where r.reverses_id = m.id)) then 'tiene movimientos posteriores al corte'
          when exists (select 1 from loan_installments i where i.loan_id = l.id and i.replaced_in is null and i.due_on > :cutOffOn
            and (i.paid_principal_minor + i.paid_interest_minor + i.paid_fee_minor > 0 or l.kind <> 'term')) then 'tiene cuotas pagadas o liquidadas después del corte'
          when exists (select 1 from loan_installments i where i.loan_id = l.id and i.replaced_in is null and i.due_on <= :cutOffOn and i.fee_minor > i.paid_fee_minor)
            then 'tiene comisiones por pagar' end as reason
       from loans l where l.status = 'active' and l.currency = :currency and l.lender_site_id = any(:siteIds::bigint[]) and l.borrower_site_id = any(:siteIds::bigint[])
      order by l.start_on, l.id`,
    { siteIds: [...siteIds], currency, cutOffOn },
    client
  )
}

async function runningNet(loanId: number, day: CalendarDate, client?: Client): Promise<number> {
  const { interestMinor, withholdingMinor } = await runningInterest(
    await readLoan(loanId, client),
    day,
    client
  )
  return interestMinor - withholdingMinor
}

/** Balances on the current accounts of two companies that no loan stands for; the one whose balance is negative owes it. */
async function currentBalances(
  { siteIds, currency, cutOffOn }: WantedNetting,
  client?: Client
): Promise<OpenDebt[]> {
  const found = await rows<{ siteId: number; partnerId: number; minor: number }>(
    `select g.site_id, g.partner_id, sum(g.amount_minor)::bigint as minor
       from ${LOOSE_CURRENT} g
      where g.currency = :currency and g.posted_on <= :cutOffOn
        and g.site_id = any(:siteIds::bigint[]) and g.partner_id = any(:siteIds::bigint[])
      group by 1, 2 having sum(g.amount_minor) > 0 order by 1, 2`,
    { siteIds: [...siteIds], currency, cutOffOn },
    client
  )
  return found.map(({ siteId, partnerId, minor }) => ({
    loanId: null,
    debtorId: partnerId,
    creditorId: siteId,
    principalMinor: minor,
    interestMinor: 0,
  }))
}
