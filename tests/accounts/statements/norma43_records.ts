/** Records of Norma 43 for the tests, by position as the manual gives them. Amounts are in cents. */

type Movement = {
  on?: string
  valueOn?: string
  cents: number
  concept?: string
  documentNo?: string
  reference1?: string
  reference2?: string
}

const account = '210004180200051332'

export function header({ cents = 0, from = '260301', to = '260331', currency = '978' } = {}): string {
  return `11${account}${from}${to}${sign(cents)}${digits(cents)}${currency}3HOTEL SOL SL`.padEnd(80)
}

export function movement({
  on = '260310',
  valueOn = on,
  cents,
  concept = '04',
  documentNo = '',
  reference1 = '',
  reference2 = '',
}: Movement): string {
  const references = documentNo.padEnd(10, '0') + reference1.padEnd(12) + reference2.padEnd(16)
  return `22    0418${on}${valueOn}${concept}000${sign(cents)}${digits(cents)}${references}`
}

export function concept(sequence: number, first: string, second = ''): string {
  return `230${sequence}${first.padEnd(38)}${second.padEnd(38)}`
}

type Close = { debits: [number, number]; credits: [number, number]; cents: number; currency?: string }

export function close({ debits, credits, cents, currency = '978' }: Close): string {
  const side = ([count, total]: [number, number]) => String(count).padStart(5, '0') + digits(total)
  return `33${account}${side(debits)}${side(credits)}${sign(cents)}${digits(cents)}${currency}`.padEnd(80)
}

export function end(records: number): string {
  return `88${'9'.repeat(18)}${String(records).padStart(6, '0')}`.padEnd(80)
}

function sign(cents: number): string {
  return cents < 0 ? '1' : '2'
}

function digits(cents: number): string {
  return String(Math.abs(cents)).padStart(14, '0')
}
