import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { DAYS, FIRST_DAY, type OpenDebt } from './reconciliation_books.js'

/** A movement of the bank with what it really is: the items it settles, or none. */
export type KnownLine = {
  story: Story
  on: CalendarDate
  cents: number
  text: string
  name: string
  iban: string
  /** Keys of the lines in the books, none where the bank tells of nothing we know. */
  truth: number[]
}

const STORIES = {
  'own payment, our reference': 20,
  'invoice number and name': 200,
  'invoice number and IBAN': 150,
  'IBAN and name, no number': 100,
  'name only': 80,
  'several invoices of one party, all numbers': 40,
  'several invoices of one party, no numbers': 20,
  'part of an invoice': 80,
  'trap: same amount, other party named': 100,
  'trap: same amount, IBAN of another party': 60,
  'trap: number of another invoice, amount of this one': 40,
  'trap: invoice already charged, charged again': 30,
  'trap: nobody named, amount of an open item': 40,
  'nothing of ours': 40,
} as const
export type Story = keyof typeof STORIES
const TWICE: Story = 'trap: invoice already charged, charged again'

type Draw = (below: number) => number

/** Movements in the order of their days, each invoice used once; the same for the same `draw`. */
export function makeLines(debts: OpenDebt[], count: number, draw: Draw): KnownLine[] {
  const stock = new Stock(debts, draw)
  const total = Object.values(STORIES).reduce((sum, share) => sum + share, 0)
  const lines: KnownLine[] = []
  for (const [story, share] of Object.entries(STORIES) as [Story, number][]) {
    for (let n = 0; n < Math.round((count * share) / total / (story === TWICE ? 2 : 1)); n++)
      lines.push(...tell(story, stock, draw))
  }
  return lines.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
}

/** Invoices and payments that no movement used yet. */
class Stock {
  private readonly open: OpenDebt[]
  private readonly sent: OpenDebt[]
  private readonly parties: OpenDebt[][]
  private readonly used = new Set<number>()

  constructor(
    readonly debts: OpenDebt[],
    draw: Draw
  ) {
    const shuffled = debts.map((debt) => ({ debt, at: draw(1_000_000) })).toSorted((a, b) => a.at - b.at)
    this.open = shuffled.map(({ debt }) => debt).filter((debt) => debt.endToEndId === null)
    this.sent = shuffled.map(({ debt }) => debt).filter((debt) => debt.endToEndId !== null)
    this.parties = [...Map.groupBy(this.open, (debt) => debt.providerId).values()]
  }

  invoice = () => this.take(this.open)
  payment = () => this.take(this.sent)

  /** Some invoices of one party. */
  several(wanted: number): OpenDebt[] {
    for (;;) {
      const party = this.parties.pop()
      if (!party) throw new Error('Not enough invoices of one party')
      const open = party
        .filter((debt) => !this.used.has(debt.journalLineId))
        .toSorted((a, b) => (a.dueOn < b.dueOn ? 1 : -1))
      const [last] = open
      // Paid together on the day of the last one: none is due long before.
      const free = open.filter((debt) => last && debt.dueOn >= addDays(last.dueOn, -40)).slice(0, wanted)
      if (free.length < wanted) continue
      for (const debt of free) this.used.add(debt.journalLineId)
      return free
    }
  }

  private take(from: OpenDebt[]): OpenDebt {
    for (;;) {
      const debt = from.pop()
      if (!debt) throw new Error('Not enough items')
      if (this.used.has(debt.journalLineId)) continue
      this.used.add(debt.journalLineId)
      return debt
    }
  }
}

const near = (day: CalendarDate, draw: Draw) => addDays(day, draw(7) - 3)
const spoken = (name: string) => name.replace(', S.L.', '').toUpperCase()
/** As banks print it: without signs, or with blanks instead. */
const printed = (number: string, draw: Draw) => number.replaceAll(/[/-]/g, draw(2) === 0 ? ' ' : '')

function tell(story: Story, stock: Stock, draw: Draw): KnownLine[] {
  switch (story) {
    case 'own payment, our reference': {
      const debt = stock.payment()
      return [
        { ...of(debt, draw), story, text: `TRANSFERENCIA ${debt.endToEndId}`, truth: [debt.journalLineId] },
      ]
    }
    case 'several invoices of one party, all numbers':
    case 'several invoices of one party, no numbers': {
      const debts = stock.several(2 + draw(3))
      const [first] = debts
      if (!first) throw new Error('No invoice')
      const numbers = story.endsWith('all numbers')
        ? debts.map((debt) => printed(debt.number, draw)).join(' ')
        : 'VARIAS'
      const cents = debts.reduce((sum, debt) => sum + debt.amountMinor, 0)
      const truth = debts.map((debt) => debt.journalLineId)
      return [
        {
          ...of(first, draw),
          story,
          cents,
          text: `RECIBO FRAS ${numbers}`,
          name: first.partyName,
          iban: first.iban,
          truth,
        },
      ]
    }
    case 'nothing of ours':
      return [
        {
          story,
          on: addDays(FIRST_DAY, draw(DAYS)),
          cents: -(10 + draw(90_000) * 7),
          text: `COMISION MANTENIMIENTO ${draw(99_999)}`,
          name: '',
          iban: '',
          truth: [],
        },
      ]
    default: {
      const debt = stock.invoice()
      const line = { story, ...oneInvoice(story, debt, stock, draw) }
      return story === TWICE ? [line, { ...line, on: addDays(line.on, draw(3)) }] : [line]
    }
  }
}

const of = (debt: OpenDebt, draw: Draw) => ({
  on: near(debt.dueOn, draw),
  cents: debt.amountMinor,
  name: '',
  iban: '',
})

function oneInvoice(story: Story, debt: OpenDebt, stock: Stock, draw: Draw): Omit<KnownLine, 'story'> {
  const line = of(debt, draw)
  const [truth, number, name] = [[debt.journalLineId], printed(debt.number, draw), spoken(debt.partyName)]
  const other = stock.debts[draw(stock.debts.length)] ?? debt
  switch (story) {
    case 'invoice number and name':
      return { ...line, text: `RECIBO ${name} FRA ${number}`, truth }
    case 'invoice number and IBAN':
      return { ...line, text: `ADEUDO ${number}`, iban: debt.iban, truth }
    case 'IBAN and name, no number':
      return { ...line, text: 'ADEUDO SEPA', name: debt.partyName, iban: debt.iban, truth }
    case 'name only':
      return { ...line, text: `RECIBO ${name}`, truth }
    case 'part of an invoice':
      return {
        ...line,
        cents: Math.trunc(line.cents / 2) - 3,
        text: `A CUENTA ${number}`,
        iban: debt.iban,
        truth,
      }
    case 'trap: same amount, other party named':
      return {
        ...line,
        text: `RECIBO ${spoken(other.partyName)}`,
        name: other.partyName,
        truth: other.providerId === debt.providerId ? truth : [],
      }
    case 'trap: same amount, IBAN of another party':
      return {
        ...line,
        text: `RECIBO ${name}`,
        iban: other.iban,
        truth: other.providerId === debt.providerId ? truth : [],
      }
    case 'trap: number of another invoice, amount of this one':
      return {
        ...line,
        text: `ADEUDO ${printed(other.number, draw)}`,
        truth: other.journalLineId === debt.journalLineId ? truth : [],
      }
    case 'trap: nobody named, amount of an open item':
      return { ...line, text: `CARGO ${draw(99_999)}`, truth: [] }
    default:
      // Charged twice: either is the right one, and only one of them.
      return { ...line, text: `RECIBO ${name} FRA ${number}`, truth }
  }
}
