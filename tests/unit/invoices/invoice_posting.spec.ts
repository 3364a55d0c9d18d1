import { test } from '@japa/runner'
import fc from 'fast-check'
import { type InvoiceToPost, invoicePosting } from '#app/invoices/postings/invoice_posting'
import { Money } from '#app/kernel/money/money'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { convertToBase, roundToBase } from '#app/ledger/fx/convert'
import { assertBalanced, type DraftLine } from '#app/ledger/journal_draft'

const PAYABLE = 400
const WITHHELD = 4751
/** VAT codes 0 to 2 with their rates in basis points; their input accounts are 4720 to 4722, the output ones 4770 to 4772. */
const RATES = [2_100, 1_000, 400]

type SketchedLine = {
  accountId: number
  baseMinor: number
  vat: number
  deductiblePercent: number
  categoryId: number
  centerId: number | null
}
type Sketch = {
  lines: SketchedLine[]
  surchargeMinor: number
  suppliedMinor: number
  withholdingPoints: number
  isReverseCharge: boolean
  isCredit: boolean
  fxRate?: string | null
}

const line = fc.record({
  accountId: fc.integer({ min: 620, max: 629 }),
  baseMinor: fc.integer({ min: -500_000, max: 50_000_000 }).filter((base) => base !== 0),
  vat: fc.nat(RATES.length - 1),
  deductiblePercent: fc.constantFrom(100, 100, 75, 50, 33, 1, 0),
  categoryId: fc.integer({ min: 1, max: 4 }),
  centerId: fc.constantFrom(null, 7, 8),
})

const sketch: fc.Arbitrary<Sketch> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  surchargeMinor: fc.constantFrom(0, 0, 520),
  suppliedMinor: fc.constantFrom(0, 0, 3_000, -250),
  withholdingPoints: fc.constantFrom(0, 1_500, 1_900, 700),
  isReverseCharge: fc.boolean(),
  isCredit: fc.boolean(),
})

/** VAT a line rounded on its own, VAT a rate on the sum of its bases, as an invoice prints it: they differ by cents. */
function toInvoice({
  lines,
  surchargeMinor,
  suppliedMinor,
  withholdingPoints,
  isReverseCharge,
  isCredit,
  fxRate = null,
}: Sketch): InvoiceToPost {
  const sign = isCredit ? -1 : 1
  const signed = lines.map((drawn) => ({ ...drawn, baseMinor: sign * drawn.baseMinor }))
  const baseMinor = signed.reduce((sum, { baseMinor }) => sum + baseMinor, 0)
  const taxGroups = RATES.flatMap((rate, vat) => {
    const bases = signed.filter((drawn) => drawn.vat === vat)
    const base = bases.reduce((sum, { baseMinor }) => sum + baseMinor, 0)
    if (bases.length === 0) return []
    return [
      {
        vatCodeId: vat,
        accountId: 4720 + vat,
        baseMinor: base,
        vatMinor: Money.of(base).percent(rate).minor,
        surchargeMinor: 0,
        outputAccountId: isReverseCharge ? 4770 + vat : null,
      },
    ]
  })
  const [firstGroup] = taxGroups
  if (firstGroup && !isReverseCharge) firstGroup.surchargeMinor = sign * surchargeMinor
  const charged = taxGroups.reduce(
    (sum, group) => sum + group.surchargeMinor + (isReverseCharge ? 0 : group.vatMinor),
    0
  )
  const withheld = Money.of(baseMinor).percent(withholdingPoints).minor
  return {
    id: 1,
    siteId: 1,
    providerId: 9,
    version: 1,
    invoiceNumber: 'F-1',
    providerName: 'Suministros',
    isCredit,
    currency: fxRate === null ? 'EUR' : 'USD',
    fxRate,
    postedOn: calendarDate('2026-03-10'),
    dueOn: null,
    vatPeriod: '2026-03',
    createdBy: null,
    payableAccountId: PAYABLE,
    lines: signed.map(({ vat, ...drawn }) => ({
      ...drawn,
      vatCodeId: vat,
      vatMinor: Money.of(drawn.baseMinor).percent(RATES[vat] ?? 0).minor,
      concept: 'Concepto',
    })),
    taxGroups,
    withholding:
      withheld === 0 ? null : { accountId: WITHHELD, taxCodeId: 15, amountMinor: withheld, baseMinor },
    suppliedMinor: sign * suppliedMinor,
    rounding: null,
    totalMinor: baseMinor + charged + sign * suppliedMinor - withheld,
  }
}

/** From a tenth of a unit to a thousand for one euro, with up to eight decimals. */
const rates = fc.integer({ min: 10_000_000, max: 100_000_000_000 }).map((rate) => (rate / 1e8).toFixed(8))
const invoices = sketch.map(toInvoice).filter(({ totalMinor }) => totalMinor !== 0)
const sumOf = (lines: DraftLine[], isWanted: (line: DraftLine) => boolean) =>
  lines.filter(isWanted).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
const undeductible = ({ lines }: InvoiceToPost, vat?: number) =>
  lines
    .filter(({ vatCodeId }) => vat === undefined || vatCodeId === vat)
    .reduce(
      (sum, { vatMinor, deductiblePercent }) =>
        sum + Money.of(vatMinor).percent((100 - deductiblePercent) * 100).minor,
      0
    )

test.group('Posting of an invoice', () => {
  test('every invoice and every credit note balances, without empty lines', () => {
    fc.assert(
      fc.property(invoices, (invoice) => assertBalanced(invoicePosting(invoice))),
      { numRuns: 2_000 }
    )
  })

  test('in another currency the supplier is owed it, the books take what the total is worth, and no cent is lost or made', ({
    assert,
  }) => {
    fc.assert(
      fc.property(sketch, rates, (drawn, fxRate) => {
        const invoice = toInvoice({ ...drawn, fxRate })
        fc.pre(invoice.totalMinor !== 0)
        const draft = invoicePosting(invoice)
        const home = invoicePosting({ ...invoice, currency: 'EUR', fxRate: null })
        assertBalanced(draft)
        const owed = draft.lines.filter(({ accountId }) => accountId === PAYABLE)

        assert.deepEqual(
          owed.map(({ amountMinor, baseMinor, currency }) => [amountMinor, baseMinor, currency]),
          [[-invoice.totalMinor, -convertToBase(invoice.totalMinor, 'USD', fxRate), 'USD']]
        )
        assert.isTrue(draft.lines.every((line) => line.accountId === PAYABLE || line.currency === undefined))
        for (const line of draft.lines.filter(({ taxCodeId }) => taxCodeId !== undefined)) {
          const own = home.lines.find(
            ({ accountId, taxCodeId }) => accountId === line.accountId && taxCodeId === line.taxCodeId
          )
          assert.equal(line.amountMinor, roundToBase(own?.amountMinor ?? 0, 'USD', fxRate))
          assert.equal(line.taxBaseMinor, roundToBase(own?.taxBaseMinor ?? 0, 'USD', fxRate))
        }
      }),
      { numRuns: 2_000 }
    )
  })

  test('a credit note in another currency is the invoice turned round, to the cent', ({ assert }) => {
    fc.assert(
      fc.property(sketch, rates, (drawn, fxRate) => {
        const [invoice, credit] = [false, true].map((isCredit) =>
          toInvoice({ ...drawn, lines: drawn.lines.slice(0, 1), isCredit, fxRate })
        )
        fc.pre(invoice !== undefined && credit !== undefined && invoice.totalMinor !== 0)
        const amounts = (one: InvoiceToPost | undefined) =>
          one ? invoicePosting(one).lines.map(({ amountMinor, baseMinor }) => [amountMinor, baseMinor]) : []

        assert.deepEqual(
          amounts(credit).map((pair) => pair.map((minor) => minor && -minor)),
          amounts(invoice)
        )
      })
    )
  })

  test('the supplier is owed the total of the invoice and the Tax Agency what was withheld', ({ assert }) => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        const { lines } = invoicePosting(invoice)

        assert.equal(
          sumOf(lines, ({ accountId }) => accountId === PAYABLE),
          -invoice.totalMinor
        )
        assert.equal(
          Math.abs(sumOf(lines, ({ accountId }) => accountId === WITHHELD)),
          Math.abs(invoice.withholding?.amountMinor ?? 0)
        )
      }),
      { numRuns: 1_000 }
    )
  })

  test('of each rate the deductible part goes to input VAT, and all of it to output VAT under reverse charge', ({
    assert,
  }) => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        const { lines } = invoicePosting(invoice)

        for (const { vatCodeId, accountId, vatMinor, outputAccountId } of invoice.taxGroups) {
          const deductible = vatMinor - undeductible(invoice, vatCodeId)
          assert.equal(
            sumOf(lines, (posted) => posted.accountId === accountId),
            deductible
          )
          assert.equal(
            sumOf(lines, (posted) => posted.accountId === outputAccountId),
            outputAccountId === null ? 0 : -vatMinor
          )
        }
      }),
      { numRuns: 1_000 }
    )
  })

  test('the expense is the base and what cannot be deducted, but for the cents of rounding', ({ assert }) => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        const { lines } = invoicePosting(invoice)

        const base = invoice.lines.reduce((sum, { baseMinor }) => sum + baseMinor, 0)
        const surcharge = invoice.taxGroups.reduce((sum, group) => sum + group.surchargeMinor, 0)
        const expected = base + undeductible(invoice) + surcharge + invoice.suppliedMinor
        const posted = sumOf(lines, ({ accountId }) => accountId >= 620 && accountId <= 629)
        assert.isAtMost(Math.abs(posted - expected), invoice.taxGroups.length)
      }),
      { numRuns: 1_000 }
    )
  })

  test('an invoice whose lines do not add up to its total is refused, not hidden in an expense', ({
    assert,
  }) => {
    fc.assert(
      fc.property(invoices, fc.integer({ min: 1, max: 100_000 }), fc.boolean(), (invoice, excess, isMore) => {
        const allowed = invoice.lines.length + invoice.taxGroups.length
        const wrong = invoice.totalMinor + (isMore ? 1 : -1) * (allowed + excess)

        assert.throws(() => invoicePosting({ ...invoice, totalMinor: wrong }), /no suman el total/)
      })
    )
  })

  test('a credit note for the whole invoice takes every line back', ({ assert }) => {
    const pairs = sketch.map(
      (drawn) => [toInvoice({ ...drawn, isCredit: false }), toInvoice({ ...drawn, isCredit: true })] as const
    )

    fc.assert(
      fc.property(
        pairs.filter(([invoice]) => invoice.totalMinor !== 0),
        ([invoice, credit]) => {
          const amounts = (posted: InvoiceToPost, sign: number) =>
            invoicePosting(posted).lines.map(({ accountId, amountMinor }) => [accountId, sign * amountMinor])

          assert.deepEqual(amounts(credit, -1), amounts(invoice, 1))
        }
      ),
      { numRuns: 1_000 }
    )
  })
})
