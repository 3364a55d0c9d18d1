import { importStatement } from '#app/accounts/actions/import_statement'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import type { Actor } from '#app/audit/record_event'
import type { DemoSite } from '#app/demo/group/demo_sites'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'
import { decimalText } from '#app/kernel/money/money'
import { addDays, type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { isTargetDay, nextTargetDay } from '#app/kernel/time/working_days'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { saveManualRate } from '#app/ledger/actions/keep_rates'
import { postEntry } from '#app/ledger/actions/post_entry'
import { bookDirect } from '#app/reconciliation/actions/book_direct'

const RATE_DAYS = 70
/** Of one euro, in ten-thousandths: about where both stood in 2025, moving a little every week. */
const RATES: [string, number[]][] = [
  ['USD', [11_652, 11_704, 11_688, 11_741, 11_719, 11_663, 11_598, 11_634, 11_571, 11_589]],
  ['GBP', [8_668, 8_712, 8_703, 8_731, 8_746, 8_719, 8_694, 8_735, 8_772, 8_801]],
]

/** Rates of every working day of the last ten weeks, entered by hand: the demo asks nobody for them. */
export async function createDemoRates(day: CalendarDate, actor: Actor): Promise<void> {
  for (const [currency, weeks] of RATES)
    for (let ago = RATE_DAYS; ago >= 1; ago--) {
      const onDate = addDays(day, -ago)
      if (!isTargetDay(onDate)) continue
      const at = RATE_DAYS - ago
      const week = weeks[Math.floor(at / 7)] ?? weeks.at(-1) ?? 10_000
      const rate = ((week + (at % 7) * 4) / 10_000).toFixed(4)
      await saveManualRate({ currency, onDate, rate, isConfirmed: true }, actor)
    }
}

const OPENING_MINOR = 4_800_000
const OPENED_AGO = 60

/** What comes and goes in dollars; the last of it waits for somebody. */
const MOVEMENTS: { ago: number; amountMinor: number; text: string; account: string | null }[] = [
  { ago: 48, amountMinor: 1_834_050, text: 'INCOMING WIRE ATLANTIC TOURS LLC SEP', account: '705' },
  { ago: 47, amountMinor: -2_500, text: 'WIRE FEE', account: '626' },
  { ago: 30, amountMinor: -412_000, text: 'OUTGOING WIRE HOSPITALITY SOFTWARE INC', account: '629' },
  { ago: 18, amountMinor: 2_115_725, text: 'INCOMING WIRE ATLANTIC TOURS LLC OCT', account: '705' },
  { ago: 17, amountMinor: -2_500, text: 'WIRE FEE', account: '626' },
  { ago: 9, amountMinor: 968_400, text: 'INCOMING WIRE PACIFIC TRAVEL CORP', account: null },
]

/** A dollar account of the first hotel company, with two months of movements. */
export async function createDemoDollars(sites: DemoSite[], actor: Actor, day: CalendarDate): Promise<void> {
  const site = sites[1]
  if (!site) return
  const bankAccountId = await openBankAccount(
    {
      siteId: site.id,
      name: 'CaixaBank dólares',
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'USD',
      iban: ibanFromCcc('210004181002003005'),
      holderName: site.legalName,
      openedOn: addDays(day, -OPENED_AGO),
      openingBalanceMinor: OPENING_MINOR,
    },
    actor
  )
  const fileId = await uploadStatement({
    bankAccountId,
    name: `${site.code}-dolares.csv`,
    bytes: Buffer.from(dollarStatement(day)),
    actor,
  })
  await importStatement({
    bankAccountId,
    fileId,
    accepts: { unbalanced: false, unreadableRows: false },
    actor,
  })
  await bookKnown(bankAccountId, actor)
  await billAgency(site, actor, nextTargetDay(addDays(day, -BILLED_AGO)))
}

const BILLED_AGO = 38
const BILLED_MINOR = 834_000

/** A stay that was billed in euros and paid in dollars: the last movement of the account, with its difference of exchange. */
async function billAgency({ id: siteId }: DemoSite, actor: Actor, postedOn: CalendarDate): Promise<void> {
  await inTransaction(async (trx) => {
    const [agencies, sales] = [
      await ensureAccount({ siteId, prefix: '430' }, trx),
      await ensureAccount({ siteId, prefix: '705' }, trx),
    ]
    await postEntry(
      {
        siteId,
        postedOn,
        journal: 'ventas',
        kind: 'sales.book',
        idempotencyKey: `demo:${siteId}:agency`,
        description: 'Pacific Travel Corp., grupo de otoño',
        createdBy: actor.userId,
        lines: [
          { accountId: agencies.id, amountMinor: BILLED_MINOR, dueOn: addDays(postedOn, 30) },
          { accountId: sales.id, amountMinor: -BILLED_MINOR },
        ],
      },
      trx
    )
  })
}

function dollarStatement(day: CalendarDate): string {
  let balance = OPENING_MINOR
  const lines = MOVEMENTS.map(({ ago, amountMinor, text }) => {
    balance += amountMinor
    const on = formatDay(nextTargetDay(addDays(day, -ago)))
    return [on, text, decimalText(amountMinor), decimalText(balance)].join(';')
  })
  return ['Fecha;Concepto;Importe;Saldo', ...lines].join('\n')
}

async function bookKnown(bankAccountId: number, actor: Actor): Promise<void> {
  const lines = await rows<{ id: number; text: string }>(
    `select id, raw_text as text from bank_statement_lines where bank_account_id = :bankAccountId and status = 'pending' order by booked_on, id`,
    { bankAccountId }
  )
  for (const { id, text } of lines) {
    const known = MOVEMENTS.find((movement) => text.includes(movement.text))
    if (known?.account) await bookDirect({ lineId: id, accountCode: known.account, description: text, actor })
  }
}
