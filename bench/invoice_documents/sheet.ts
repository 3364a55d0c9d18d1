import type { Invoice } from './invoice.js'
import { Random } from './random.js'
import { monthName, TAX_NAMES, type Word, wordings } from './words.js'

/** How one layout writes: it is drawn once a layout, so that all invoices of its supplier look alike. */
export interface Look {
  seed: string
  font: string
  points: number
  ink: string
  accent: string
  thousands: string
  decimals: string
  sign: 'after' | 'before' | 'code' | 'none'
  minus: 'before' | 'after' | 'brackets'
  date: string
  taxId: number
  iban: number
  labelEnd: string
}

/** An invoice together with the way its layout writes; the functions below print its values, marked with their field. */
export class Sheet {
  constructor(
    readonly invoice: Invoice,
    readonly look: Look,
    readonly logo: string
  ) {}

  /** The layout's wording of a label. The same key always gives the same one. */
  word(key: Word): string {
    return this.choose(`word:${key}`, wordings(this.invoice.language, key))
  }

  /** A choice that belongs to the layout, not to the invoice. */
  choose<T>(what: string, from: readonly T[]): T {
    return new Random(`${this.look.seed}:${what}`).pick(from)
  }

  /** A label with the layout's sign after it. */
  label(key: Word): string {
    return `${this.word(key)}${this.look.labelEnd}`
  }

  money(cents: number, isPlain = false): string {
    const { thousands, decimals, sign, minus } = this.look
    const whole = String(Math.floor(Math.abs(cents) / 100)).replaceAll(/\B(?=(\d{3})+$)/g, thousands)
    const digits = `${whole}${decimals}${String(Math.abs(cents) % 100).padStart(2, '0')}`
    const bare =
      cents >= 0
        ? digits
        : minus === 'before'
          ? `-${digits}`
          : minus === 'after'
            ? `${digits}-`
            : `(${digits})`
    const symbol = { EUR: '€', USD: '$', GBP: '£' }[this.invoice.currency] ?? this.invoice.currency
    if (isPlain || sign === 'none') return bare
    return sign === 'after'
      ? `${bare}\u00a0${symbol}`
      : sign === 'before'
        ? `${symbol}${bare}`
        : `${bare}\u00a0${this.invoice.currency}`
  }

  /** A quantity or rate with the layout's decimal sign and no more places than it has. */
  decimal(value: number, places = 0): string {
    const text = places ? value.toFixed(places) : String(Math.round(value * 1000) / 1000)
    return text.replace('.', this.look.decimals)
  }

  date(iso: string, style = this.look.date): string {
    const [year = '', month = '', day = ''] = iso.split('-')
    const { language } = this.invoice
    const name = monthName(language, Number(month))
    switch (style) {
      case 'words':
        return longDate(language, Number(day), name, year)
      case 'short':
        return `${day}-${name.slice(0, 3).toUpperCase()}-${year}`
      case 'spaced':
        return `${Number(day)} ${name.slice(0, 3)} ${year}`
      default:
        return style
          .replace('yyyy', year)
          .replace('yy', year.slice(2))
          .replace('mm', month)
          .replace('dd', day)
    }
  }

  taxId(party: { taxId: string; country: string }): string {
    const { taxId, country } = party
    if (country !== 'ES') return this.look.taxId % 3 === 0 ? `${taxId.slice(0, 2)} ${taxId.slice(2)}` : taxId
    const isEntity = /^[A-H]/.test(taxId)
    const body = isEntity ? [taxId.slice(0, 1), taxId.slice(1)] : [taxId.slice(0, -1), taxId.slice(-1)]
    const shapes = [
      taxId,
      body.join('-'),
      body.join(' '),
      `ES${taxId}`,
      isEntity
        ? `${taxId.slice(0, 1)}-${taxId.slice(1, 3)}.${taxId.slice(3, 6)}.${taxId.slice(6)}`
        : body.join('-'),
      taxId,
      `ES-${taxId}`,
    ]
    return shapes[this.look.taxId % shapes.length] ?? taxId
  }

  iban(iban: string): string {
    const grouped = iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
    if (iban.startsWith('ES') && this.look.iban === 1)
      return `${iban.slice(0, 4)} ${iban.slice(4, 8)} ${iban.slice(8, 12)} ${iban.slice(12, 14)} ${iban.slice(14)}`
    return this.look.iban === 2
      ? iban
      : this.look.iban === 3
        ? iban.replaceAll(/(.{4})(?=.)/g, '$1-')
        : grouped
  }

  // Marked values: each text below carries the name of its field, by which its place on the page is found.

  total(): string {
    return mark('total', this.money(this.invoice.total))
  }

  taxBase(): string {
    return mark('taxBase', this.money(this.invoice.taxBase))
  }

  issueDate(style?: string): string {
    return mark('issueDate', this.date(this.invoice.issueDate, style))
  }

  dueDate(): string | null {
    return this.invoice.dueDate && mark('dueDate', this.date(this.invoice.dueDate))
  }

  /** Series and number as one, or parted when the layout prints them apart. */
  number(): string {
    const { series, number } = this.invoice
    return series === null
      ? mark('invoiceNumber', number)
      : `${mark('invoiceNumber', series, true)} ${mark('invoiceNumber', number, true)}`
  }

  issuerName(): string {
    return mark('providerName', this.invoice.issuer.name)
  }

  issuerTaxId(): string {
    return mark('providerTaxId', this.taxId(this.invoice.issuer))
  }

  ibans(): string[] {
    return this.invoice.ibans.map((iban, at) =>
      at === 0 ? mark('providerIban', this.iban(iban)) : this.iban(iban)
    )
  }

  /** Name of the tax with its rate: "IVA 21 %". */
  taxLabel(tax: { type: string; rate: number }): string {
    const name =
      tax.type === 'RE'
        ? this.choose('re', ['R.E.', 'Rec. equiv.', 'Recargo equivalencia', 'RE'])
        : this.invoice.taxName || TAX_NAMES[this.invoice.language]
    return this.choose('taxlabel', [
      (rate: string) => `${name} ${rate}%`,
      (rate: string) => `${rate}% ${name}`,
      (rate: string) => `${name} (${rate} %)`,
    ])(this.decimal(tax.rate))
  }

  withholdingAmount(): string {
    const held = this.invoice.withholding
    if (!held) return ''
    return mark('withholding', this.money(this.choose('ret', [-1, -1, 1]) * held.amount))
  }
}

/** A value that the page shows, with its field; `isPart` when the value is printed in several pieces. */
export function mark(field: string, text: string, isPart = false): string {
  return `<span data-f="${field}"${isPart ? ' data-part' : ''}>${escapeHtml(text)}</span>`
}

/** A quantity as printed: where a layout prints none, none is expected. */
export function markQuantity(text: string): string {
  return `<span data-q>${text}</span>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function longDate(language: string, day: number, month: string, year: string): string {
  switch (language) {
    case 'en':
      return `${month} ${day}, ${year}`
    case 'de':
      return `${day}. ${month} ${year}`
    case 'ca':
      return /^[aeiou]/.test(month) ? `${day} d’${month} de ${year}` : `${day} de ${month} de ${year}`
    case 'eu':
      return `${year}ko ${month}ren ${day}a`
    case 'fr':
    case 'it':
    case 'nl':
      return `${day} ${month} ${year}`
    default:
      return `${day} de ${month} de ${year}`
  }
}
