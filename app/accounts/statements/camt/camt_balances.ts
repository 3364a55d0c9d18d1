import { camtSign, exactText, readCamtAmount, signed } from '#app/accounts/statements/camt/camt_amount'
import { camtDay } from '#app/accounts/statements/camt/camt_dates'
import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { computeClosing } from '#app/accounts/statements/statement_checks'
import { childAt, childrenOf, textAt, type XmlNode } from '#app/files/xml/xml_node'
import { addIssue, quoted } from '#app/imports/tables/file_issues'
import { type Currency, currencyExponent } from '#app/kernel/money/currency'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type Balance = {
  code: string
  minor: number
  text: string | null
  currency: Currency
  on: CalendarDate | null
}

/**
 * Opening (OPBD, else the previous closing PRCD) and closing balance (CLBD), checked against the booked entries when all of
 * them are in the account's currency. A page, or a report within the day, has interim balances (ITBD) instead: the first
 * where it begins and the last where it ends. They may be absent.
 */
export function readCamtBalances(node: XmlNode, statement: ParsedStatement): void {
  const balances = childrenOf(node, 'Bal')
    .map((balance) => readBalance(balance, statement))
    .filter((balance) => balance !== null)
  const closing = findLast(balances, 'CLBD') ?? findLast(balances, 'ITBD')
  const interim = find(balances, 'ITBD')
  const opening =
    find(balances, 'OPBD') ?? find(balances, 'PRCD') ?? (interim === closing ? undefined : interim)
  statement.currency ??= onlyCurrency(balances, statement)
  statement.from = opening?.on ?? null
  statement.to = closing?.on ?? null
  statement.openingMinor = minorOf(opening, statement.currency)
  statement.closingDeclaredMinor = minorOf(closing, statement.currency)
  statement.openingText = opening?.text ?? null
  statement.closingText = closing?.text ?? null
  const isOneCurrency = tellCurrencies(balances, statement)
  computeClosing(statement)
  if (!isOneCurrency) statement.closingComputedMinor = null
  statement.closingMinor = statement.closingDeclaredMinor ?? statement.closingComputedMinor
  checkClosing(statement)
}

function readBalance(node: XmlNode, statement: ParsedStatement): Balance | null {
  const code = textAt(node, 'Tp', 'CdOrPrtry', 'Cd') ?? textAt(node, 'Tp', 'Cd') ?? ''
  const amount = readCamtAmount(childAt(node, 'Amt'))
  const sign = camtSign(textAt(node, 'CdtDbtInd'))
  if (amount === null || sign === null) {
    addIssue(statement.issues, 'unreadable_balance', `El saldo ${quoted(code)} no se puede leer.`)
    return null
  }
  if (amount.isRounded) {
    const rounded = formatAmount(amount.minor, amount.currency)
    const message = `El saldo ${quoted(code)} ${quoted(amount.written)} se redondea a ${rounded}.`
    addIssue(statement.issues, 'amount_rounded', message)
  }
  const text = exactText(amount, sign)
  return {
    code,
    minor: signed(amount.minor, sign),
    text,
    currency: amount.currency,
    on: camtDay(childAt(node, 'Dt')),
  }
}

/** The figure of a balance kept in the minor unit of the statement, also when the bank gives it in another currency. */
function minorOf(balance: Balance | undefined, currency: Currency | null): number | null {
  if (balance === undefined) return null
  const shift = currencyExponent(currency ?? 'EUR') - currencyExponent(balance.currency)
  const minor = shift < 0 ? Math.trunc(balance.minor / 10 ** -shift) : balance.minor * 10 ** shift
  return Number.isSafeInteger(minor) ? minor : null
}

function find(balances: readonly Balance[], code: string): Balance | undefined {
  return balances.find((balance) => balance.code === code)
}

function findLast(balances: readonly Balance[], code: string): Balance | undefined {
  return balances.findLast((balance) => balance.code === code)
}

/** The currency of an account that does not say it: the one everything in the statement is in. */
function onlyCurrency(balances: readonly Balance[], { entries }: ParsedStatement): Currency | null {
  const currencies = new Set([...balances, ...entries].map(({ currency }) => currency))
  const [only] = currencies
  return currencies.size === 1 ? (only ?? null) : null
}

/** Whether every balance is in the account's currency; told when they are not. */
function tellCurrencies(balances: readonly Balance[], statement: ParsedStatement): boolean {
  const currencies = new Set(balances.map(({ currency }) => currency))
  if (currencies.size > 1) {
    const shown = [...currencies].join(', ')
    addIssue(
      statement.issues,
      'balances_in_several_currencies',
      `Los saldos están en varias divisas (${shown}).`
    )
    return false
  }
  const strange = statement.entries.find(({ currency }) => currency !== statement.currency)
  if (statement.currency !== null && strange !== undefined) {
    const message = `Hay apuntes en ${strange.currency} y la cuenta está en ${statement.currency}.`
    addIssue(statement.issues, 'entry_currency_mismatch', message, strange.line)
  }
  return currencies.size === 0 || (statement.currency !== null && currencies.has(statement.currency))
}

function checkClosing(statement: ParsedStatement): void {
  const { closingDeclaredMinor, closingComputedMinor, currency } = statement
  if (closingDeclaredMinor === null || closingComputedMinor === null || currency === null) return
  if (closingDeclaredMinor === closingComputedMinor) return
  const declared = formatAmount(closingDeclaredMinor, currency)
  const message = `El saldo final declarado es ${declared} y el calculado ${formatAmount(closingComputedMinor, currency)}.`
  addIssue(statement.issues, 'closing_balance_mismatch', message)
}
