import { readCamtBalances } from '#app/accounts/statements/camt_balances'
import { dayOfText } from '#app/accounts/statements/camt_dates'
import { type CamtMessage, readCamtEntry } from '#app/accounts/statements/camt_entry'
import {
  emptyStatement,
  type ParsedStatement,
  type ParsedStatementFile,
} from '#app/accounts/statements/parsed_statement'
import { readXml } from '#app/accounts/statements/read_xml'
import { checkContinuity } from '#app/accounts/statements/statement_checks'
import { addIssue } from '#app/accounts/statements/statement_issues'
import { assertStatementLines } from '#app/accounts/statements/statement_limits'
import { childAt, childrenOf, offsetOf, textAt, type XmlNode } from '#app/accounts/statements/xml_node'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { isValidIban, normalizeIban } from '#app/kernel/iban'

/** The three messages: the element that holds them, the one of each account, and what they are called without a version. */
const messages = [
  { container: 'BkToCstmrStmt', statement: 'Stmt', format: 'camt.053' },
  { container: 'BkToCstmrAcctRpt', statement: 'Rpt', format: 'camt.052' },
  { container: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn', format: 'camt.054' },
] as const

/**
 * Reads camt.053, camt.052 and camt.054 of any version by the local names of their elements. Nothing makes it fail:
 * what is wrong is named with its line where it has one, and the rest is read. Throws DomainError
 * `E_STATEMENT_TOO_LARGE` beyond 200,000 entries.
 */
export function readCamt(text: string): ParsedStatementFile {
  const file: ParsedStatementFile = { format: 'unknown', encoding: null, issues: [], statements: [] }
  const { root, rootName, problem } = readXml(text)
  if (problem !== null) addIssue(file.issues, problem.code, problem.message, problem.line)
  const message = messages.find(
    ({ container }) => rootName === container || childAt(root, container) !== undefined
  )
  if (message === undefined) {
    if (problem?.code !== 'dtd_refused') addIssue(file.issues, 'unknown_format', 'Formato no reconocido.')
    return file
  }
  const container = rootName === message.container ? root : childAt(root, message.container)
  file.format = declaredVersion(text) ?? message.format
  const nodes = childrenOf(container, message.statement)
  assertStatementLines(nodes.reduce((count, node) => count + childrenOf(node, 'Ntry').length, 0))
  if (nodes.length === 0) addIssue(file.issues, 'no_statements', 'El fichero no contiene ningún extracto.')
  const lines = new LineCounter(text)
  file.statements = nodes.map((node) => readStatement(node, lines, message.format))
  checkContinuity(file.statements)
  return file
}

function declaredVersion(text: string): string | null {
  return /urn:iso:std:iso:20022:tech:xsd:(camt\.05[234]\.\d{3}\.\d{2})/.exec(text)?.[1] ?? null
}

function readStatement(node: XmlNode, lines: LineCounter, message: CamtMessage): ParsedStatement {
  const statement = emptyStatement()
  const account = childAt(node, 'Acct')
  statement.id = textAt(node, 'Id')
  statement.sequence = textAt(node, 'ElctrncSeqNb') ?? textAt(node, 'LglSeqNb')
  statement.holderName = textAt(account, 'Ownr', 'Nm') ?? textAt(account, 'Nm')
  readAccount(account, statement)
  statement.currency = textAt(account, 'Ccy')
  for (const entryNode of childrenOf(node, 'Ntry')) {
    const offset = offsetOf(entryNode)
    const line = offset === null ? null : lines.lineAt(offset)
    const entry = readCamtEntry(entryNode, statement, line, message)
    if (entry !== null) statement.entries.push(entry)
  }
  readCamtBalances(node, statement)
  readPeriod(node, statement)
  return statement
}

function readAccount(account: XmlNode | undefined, statement: ParsedStatement): void {
  const iban = textAt(account, 'Id', 'IBAN')
  const other = textAt(account, 'Id', 'Othr', 'Id') ?? textAt(account, 'Id', 'PrtryAcct', 'Id')
  statement.iban = iban === null ? null : normalizeIban(iban)
  statement.account = statement.iban ?? other
  if (statement.account === null) {
    addIssue(statement.issues, 'unreadable_account', 'El extracto no dice de qué cuenta es.')
  } else if (statement.iban !== null && !isValidIban(statement.iban)) {
    addIssue(statement.issues, 'invalid_iban', 'El IBAN de la cuenta no es válido.')
  }
}

/** The declared period, else from the first to the last booking. */
function readPeriod(node: XmlNode, statement: ParsedStatement): void {
  const period = childAt(node, 'FrToDt')
  const booked = statement.entries
    .map(({ bookedOn }) => bookedOn)
    .filter((day): day is CalendarDate => day !== null)
    .toSorted()
  statement.from =
    dayOfText(textAt(period, 'FrDtTm') ?? textAt(period, 'FrDt')) ?? statement.from ?? booked[0] ?? null
  statement.to =
    dayOfText(textAt(period, 'ToDtTm') ?? textAt(period, 'ToDt')) ?? statement.to ?? booked.at(-1) ?? null
}

/** Lines of positions asked for in order, each counted on from the one before. */
class LineCounter {
  private line = 1
  private nextBreak: number

  constructor(private readonly text: string) {
    this.nextBreak = text.indexOf('\n')
  }

  lineAt(offset: number): number {
    while (this.nextBreak !== -1 && this.nextBreak < offset) {
      this.line++
      this.nextBreak = this.text.indexOf('\n', this.nextBreak + 1)
    }
    return this.line
  }
}
