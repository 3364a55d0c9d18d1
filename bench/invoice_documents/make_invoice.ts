import { CUSTOMERS, makeIban, makeSpanishTaxId } from './identities.js'
import { addDays, type Invoice, type Line, round, type Tax } from './invoice.js'
import type { Random } from './random.js'
import { numberOf, type Supplier } from './supplier.js'
import { ABROAD, type Item, TRADES } from './trades.js'
import { TAX_NAMES } from './words.js'

const RE_RATES: Record<number, number> = { 21: 5.2, 10: 1.4, 4: 0.5 }
const IGIC_OF: Record<number, number> = { 21: 7, 10: 3, 4: 0 }
const IPSI_OF: Record<number, number> = { 21: 8, 10: 4, 4: 0.5 }
/** One invoice of the supplier. All its amounts follow from its lines by the rules an issuer uses. */
export function makeInvoice(random: Random, supplier: Supplier): Invoice {
  const { flags, language } = supplier
  const issueDate = addDays('2025-10-01', random.int(0, 270))
  const sign = flags.has('credit') && !flags.has('positive') && !flags.has('substitution') ? -1 : 1
  const lines = makeLines(random, supplier, issueDate, sign)
  if (flags.has('advance_line')) {
    const amount = -round(lines.reduce((sum, line) => sum + line.amount, 0) * 0.3)
    lines.push({
      ...blankLine(lines, issueDate),
      text: `Anticipo s/ factura ${numberOf(random, supplier).join('')}`,
      quantity: 1,
      price: amount,
      amount,
    })
  }
  const gross = lines.reduce((sum, line) => sum + line.amount, 0)
  const percent = flags.has('global_discount') ? random.pick([2, 3, 5, 1.5]) : 0
  const taxes = flags.has('included') ? includedTaxes(lines, supplier) : addedTaxes(lines, percent, supplier)
  const taxTotal = taxes.reduce((sum, tax) => sum + tax.amount, 0)
  const discountAmount = ratesOf(lines).reduce((sum, rate) => sum + discountOf(lines, rate, percent), 0)
  const taxBase = flags.has('included') ? gross - taxTotal : gross - discountAmount
  const withheld = withholdingRate(flags)
  const withholding = withheld
    ? { rate: withheld, base: taxBase, amount: round((taxBase * withheld) / 100) }
    : null
  const suplidos = flags.has('suplidos')
    ? [
        { text: 'Tasa judicial modelo 696', amount: random.int(3000, 18000) },
        { text: 'Arancel Registro Mercantil', amount: random.int(1800, 9000) },
      ]
    : []
  const total =
    taxBase + taxTotal - (withholding?.amount ?? 0) + suplidos.reduce((sum, row) => sum + row.amount, 0)
  const payment = flags.has('debit')
    ? 'debit'
    : flags.has('card')
      ? 'card'
      : flags.has('cash')
        ? 'cash'
        : 'transfer'
  const [first = '', second = ''] = supplier.ibans
  const [series, number] = numberOf(random, supplier)
  const customerIban = makeIban(random, 'ES')
  const days = random.pick([10, 15, 30, 30, 45, 60])
  return {
    language,
    documentType: flags.has('credit') ? 'credit_note' : flags.has('simplified') ? 'simplified' : 'invoice',
    issuer: supplier.issuer,
    brand: supplier.brand,
    customer: random.pick(CUSTOMERS),
    series,
    number,
    issueDate,
    dueDate:
      flags.has('no_due') || payment === 'card' || payment === 'cash' || flags.has('credit')
        ? null
        : addDays(issueDate, days),
    currency: flags.has('usa') ? 'USD' : flags.has('uk') ? 'GBP' : 'EUR',
    lines,
    gross,
    taxBase,
    taxes,
    taxTotal,
    withholding,
    suplidos,
    total,
    payment,
    discount: percent ? { percent, amount: discountAmount } : null,
    taxName: flags.has('igic') ? 'IGIC' : flags.has('ipsi') ? 'IPSI' : TAX_NAMES[language],
    ibans:
      payment !== 'transfer' || flags.has('no_iban')
        ? []
        : flags.has('two_ibans')
          ? [first, second]
          : [first],
    maskedIban: payment !== 'debit' ? null : random.chance(0.75) ? mask(customerIban, random) : customerIban,
    rectified: flags.has('credit') ? rectifiedOf(random, supplier, issueDate, total, taxBase) : null,
    reverseCharge: flags.has('reverse'),
    isExempt: flags.has('exempt'),
    previousBalance: flags.has('previous') ? random.int(20000, 400000) : null,
    paidOnAccount: flags.has('paid') ? round(total * random.pick([0.2, 0.35, 0.5])) : null,
    thirdParty: flags.has('third')
      ? {
          role: random.pick(['Transportista', 'Agente comercial', 'Distribuidora', 'Lugar de entrega']),
          party: {
            name: random.pick([
              'Logística Puente Alto, S.L.',
              'Redes de Distribución Campiña, S.A.',
              'Agencia Comercial Sotomayor, S.L.',
            ]),
            taxId: makeSpanishTaxId(random, 'B'),
            street: 'C/ del Muelle, 19',
            postcode: '12100',
            city: 'Castellón',
            region: '',
            country: 'ES',
          },
        }
      : null,
    extra: {
      customerNo: supplier.customerNo,
      contract: supplier.contract,
      order: `${random.pick(['450', 'PO-', 'PC26/', ''])}${random.digits(6)}`,
      note: `${random.pick(['AL', 'A-', 'ALB/'])}${random.digits(5)}`,
      cups: `ES00${random.pick(['21', '31', '22'])}${random.digits(12)}${random.pick(['AB', 'XT', 'KM'])}0F`,
      period: [addDays(issueDate, -random.int(29, 34)), addDays(issueDate, -random.int(1, 3))],
    },
  }
}

function makeLines(
  random: Random,
  { trade, language, flags }: Supplier,
  issueDate: string,
  sign: number
): Line[] {
  const source = trade === 'foreign' ? ABROAD[language] : TRADES[trade]
  if (!source) throw new Error(`No trade ${trade} in ${language}`)
  const isWeighed = 'isWeighed' in source && source.isWeighed
  const wanted = flags.has('long')
    ? random.int(34, 62)
    : flags.has('single')
      ? 1
      : random.int(2, Math.min(9, source.items.length))
  let chosen: Item[] = random.shuffle(source.items).slice(0, wanted)
  if (flags.has('one_rate'))
    chosen = chosen.map((item) => ({ ...item, rate: source.items[0]?.rate ?? item.rate }))
  while (chosen.length < wanted) chosen.push(random.pick(source.items))
  const notes = [random.digits(6), random.digits(6), random.digits(6)].sort()
  return chosen.map((item, at) => {
    const drawn = random.int(item.low, item.high)
    const price = flags.has('whole') ? Math.max(1000, Math.round(drawn / 1000) * 1000) : drawn
    const big = item.high > 20000
    const quantity = big
      ? 1
      : isWeighed && item.unit === 'kg'
        ? random.int(800, 32000) / 1000
        : random.int(1, trade === 'bar' ? 5 : item.high < 300 ? 180 : 12)
    const discount =
      flags.has('line_discounts') && random.chance(0.7) ? random.pick([5, 10, 12.5, 15, 20]) : 0
    const amount = round((quantity * sign * price * (100 - discount)) / 100)
    return {
      code: random.chance(0.5)
        ? random.digits(5)
        : `${item.text
            .slice(0, 3)
            .toUpperCase()
            .replace(/[^A-Z]/g, 'X')}-${random.digits(3)}`,
      text: item.text,
      detail: random.pick(['', '', `Lote ${random.digits(6)}`, `Ref. interna ${random.digits(4)}`]),
      unit: item.unit,
      quantity: quantity * sign,
      price,
      discount,
      amount,
      rate: rateOf(item.rate, flags),
      day: addDays(issueDate, -random.int(1, 28)),
      note: flags.has('notes') ? (notes[Math.floor((at * notes.length) / wanted)] ?? null) : null,
    }
  })
}

const blankLine = (lines: Line[], day: string): Line => ({
  code: '',
  text: '',
  detail: '',
  unit: '',
  quantity: 1,
  price: 0,
  discount: 0,
  amount: 0,
  rate: lines[0]?.rate ?? 21,
  day,
  note: lines.at(-1)?.note ?? null,
})

function rateOf(rate: number, flags: ReadonlySet<string>): number {
  if (flags.has('reverse') || flags.has('exempt') || flags.has('usa')) return 0
  if (flags.has('uk')) return 20
  if (flags.has('igic')) return IGIC_OF[rate] ?? 7
  if (flags.has('ipsi')) return IPSI_OF[rate] ?? 4
  return rate
}

const ratesOf = (lines: Line[]): number[] =>
  [...new Set(lines.map(({ rate }) => rate))].sort((one, other) => other - one)
const grossOf = (lines: Line[], rate: number): number =>
  lines.filter((line) => line.rate === rate).reduce((sum, { amount }) => sum + amount, 0)
const discountOf = (lines: Line[], rate: number, percent: number): number =>
  round((grossOf(lines, rate) * percent) / 100)
const typeOf = (flags: ReadonlySet<string>): Tax['type'] =>
  flags.has('igic') ? 'IGIC' : flags.has('ipsi') ? 'IPSI' : 'IVA'

function addedTaxes(lines: Line[], percent: number, { flags }: Supplier): Tax[] {
  return ratesOf(lines).flatMap((rate) => {
    const base = grossOf(lines, rate) - discountOf(lines, rate, percent)
    const tax: Tax = { type: typeOf(flags), rate, base, amount: round((base * rate) / 100) }
    const surcharge = flags.has('re') ? RE_RATES[rate] : undefined
    return surcharge
      ? [tax, { type: 'RE', rate: surcharge, base, amount: round((base * surcharge) / 100) } satisfies Tax]
      : [tax]
  })
}

function includedTaxes(lines: Line[], { flags }: Supplier): Tax[] {
  return ratesOf(lines).map((rate) => {
    const gross = grossOf(lines, rate)
    const base = round((gross * 100) / (100 + rate))
    return { type: typeOf(flags), rate, base, amount: gross - base }
  })
}

const withholdingRate = (flags: ReadonlySet<string>): number =>
  flags.has('w15') ? 15 : flags.has('w7') ? 7 : flags.has('w19') ? 19 : 0

const mask = (iban: string, random: Random): string =>
  random.pick([
    `${iban.slice(0, 4)} ${iban.slice(4, 8)} **** **** **** ${iban.slice(-4)}`,
    `${iban.slice(0, 8)}************`,
    `ES** **** **** **** **** ${iban.slice(-4)}`,
    `${iban.slice(0, 18)}XXXXXX`,
  ])

function rectifiedOf(
  random: Random,
  supplier: Supplier,
  date: string,
  total: number,
  base: number
): Invoice['rectified'] {
  const [series, number] = numberOf(random, supplier)
  const factor = random.pick([1.12, 1.3, 1.08])
  return {
    number: [series, number].filter(Boolean).join('/'),
    date: addDays(date, -random.int(12, 70)),
    total: round(Math.abs(total) * factor),
    base: round(Math.abs(base) * factor),
  }
}
