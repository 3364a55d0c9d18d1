import { readCamtBalances } from '#app/accounts/statements/camt/camt_balances'
import { dayOfText } from '#app/accounts/statements/camt/camt_dates'
import { type CamtMessage, readCamtEntry } from '#app/accounts/statements/camt/camt_entry'
import {
  emptyStatement,
  type ParsedStatement,
  type ParsedStatementFile,
} from '#app/accounts/statements/parsed_statement'
import { checkContinuity } from '#app/accounts/statements/statement_checks'
import { readXml } from '#app/files/xml/read_xml'
import { childAt, childrenOf, offsetOf, textAt, type XmlNode } from '#app/files/xml/xml_node'
import { addIssue } from '#app/imports/tables/file_issues'
import { assertFileLines } from '#app/imports/tables/file_limits'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** The three messages: the element that holds them, the one of each account, and what they are called without a version. */
const messages = [
  { container: 'BkToCstmrStmt', statement: 'Stmt', format: 'camt.053' },
  { container: 'BkToCstmrAcctRpt', statement: 'Rpt', format: 'camt.052' },
  { container: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn', format: 'camt.054' },
] as const

/**
 * Reads camt.053, camt.052 and camt.054 of any version by the local names of their elements. Nothing makes it fail:
 * what is wrong is named with its line where it has one, and the rest is read. Throws DomainError
 * `E_FILE_TOO_LARGE` beyond 200,000 entries.
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
  assertFileLines(nodes.reduce((count, node) => count + childrenOf(node, 'Ntry').length, 0))
  if (nodes.length === 0) addIssue(file.issues, 'no_statements', 'El fichero no contiene ningún extracto.')
  const lines = new LineCounter(text)
  file.statements = nodes.map((node) => readStatement(node, lines, message.format))
  readPages(container, nodes, file.statements)
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

/** Long statements come in pages, numbered in the message or in the statement: each is told, for the others may be missing. */
function readPages(
  container: XmlNode | undefined,
  nodes: readonly XmlNode[],
  statements: readonly ParsedStatement[]
): void {
  const ofMessage = pageOf(childAt(container, 'GrpHdr', 'MsgPgntn'))
  for (const [index, statement] of statements.entries()) {
    statement.page =
      pageOf(childAt(nodes[index], 'StmtPgntn') ?? childAt(nodes[index], 'RptPgntn')) ?? ofMessage
    if (statement.page === null || (statement.page.no === 1 && statement.page.isLast)) continue
    const { no, isLast } = statement.page
    const named = statement.sequence === null ? '' : ` del extracto ${statement.sequence}`
    const others =
      no === 1
        ? 'importe también las siguientes'
        : isLast
          ? 'compruebe que están importadas las anteriores'
          : 'compruebe que están importadas las anteriores e importe las siguientes'
    const message = `Es la página ${no}${named}, ${isLast ? 'la última' : 'y no la última'}: ${others}.`
    addIssue(statement.issues, 'one_of_several_pages', message)
  }
}

function pageOf(node: XmlNode | undefined): ParsedStatement['page'] {
  const no = Number(textAt(node, 'PgNb') ?? '')
  const isLast = /^(true|1)$/.test(textAt(node, 'LastPgInd') ?? 'true')
  return Number.isInteger(no) && no > 0 ? { no, isLast } : null
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
