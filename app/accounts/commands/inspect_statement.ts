import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { balanceCheck } from '#app/accounts/statements/account_file'
import type {
  EntryDetail,
  ParsedStatement,
  ParsedStatementFile,
} from '#app/accounts/statements/parsed_statement'
import { readStatementFile } from '#app/accounts/statements/read_statement_file'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { firstIssues } from '#app/imports/tables/file_issues'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { DomainError } from '#app/kernel/domain_error'
import { decimalText, formatAmount } from '#app/kernel/money/money'

const usage = 'Usage: npm run --silent cli -- statements:inspect FILE... [--json]\n'

/**
 * `statements:inspect FILE... [--json]`: what a statement file holds, a line of JSON for each file with `--json`, else
 * for people. A file that cannot be read is answered too, with its issues. Gives 0, 1 when a file could not be opened
 * and 2 when none was named.
 */
export async function inspectStatementCommand(args: string[]): Promise<number> {
  const paths = args.filter((arg) => !arg.startsWith('--'))
  if (paths.length === 0) {
    process.stderr.write(usage)
    return 2
  }
  let exitCode = 0
  for (const path of paths) {
    const { file, isOpened } = await inspect(path)
    if (!isOpened) exitCode = 1
    const answer = args.includes('--json') ? JSON.stringify(asJson(path, file)) : asText(path, file)
    process.stdout.write(`${answer}\n`)
  }
  return exitCode
}

async function inspect(path: string): Promise<{ file: ParsedStatementFile; isOpened: boolean }> {
  try {
    const { size } = await stat(path)
    assertFileBytes(size)
    return { file: await readStatementFile(await readFile(path)), isOpened: true }
  } catch (error) {
    if (error instanceof DomainError) return { file: refused(error.code, error.message), isOpened: true }
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { file: refused(code, 'El fichero no se puede abrir.'), isOpened: false }
  }
}

function refused(code: string, message: string): ParsedStatementFile {
  return { format: 'unknown', encoding: null, issues: [{ code, message }], statements: [] }
}

function asJson(path: string, file: ParsedStatementFile) {
  return {
    file: basename(path),
    format: file.format,
    encoding: file.encoding,
    issues: firstIssues(file.issues).map(issueText),
    statements: file.statements.map(statementJson),
  }
}

function statementJson(statement: ParsedStatement) {
  const currency = statement.currency ?? undefined
  const balance = (minor: number | null) => (minor === null ? null : decimalText(minor, currency))
  return {
    iban: statement.iban,
    account: statement.account,
    currency: statement.currency,
    from: statement.from,
    to: statement.to,
    openingBalance: statement.openingText ?? balance(statement.openingMinor),
    closingBalance: statement.closingText ?? balance(statement.closingMinor),
    balanceCheck: balanceCheck(statement),
    issues: firstIssues(statement.issues).map(issueText),
    leftOut: statement.leftOut,
    entries: statement.entries.map((entry) => ({
      bookedOn: entry.bookedOn,
      valueOn: entry.valueOn,
      amount: entry.amountText ?? decimalText(entry.amountMinor, entry.currency),
      currency: entry.currency,
      status: entry.status,
      text: entry.text,
      counterparty: entry.counterpartyName,
      account: entry.counterpartyIban,
      reference: [entry.documentNo, entry.reference1, entry.reference2].filter(Boolean).join(' ') || null,
      endToEndId: entry.endToEndId,
      state: entry.stateText,
      isFee: entry.isFee,
      balanceAfter: balance(entry.balanceAfterMinor),
      returnReason: entry.returnReason,
      details: entry.details.map((detail) => detailJson(detail, entry.currency)),
    })),
  }
}

function detailJson(detail: EntryDetail, currency: string) {
  const amountIn = detail.currency ?? currency
  const figure = (minor: number | null) => (minor === null ? null : decimalText(minor, amountIn))
  return {
    amount: figure(detail.amountMinor),
    currency: amountIn,
    text: detail.text,
    counterparty: detail.counterpartyName,
    account: detail.counterpartyIban,
    endToEndId: detail.endToEndId,
    reference: detail.structuredReference,
    fee: figure(detail.chargesMinor),
    returnReason: detail.returnReason,
  }
}

const CHECKS = {
  ok: 'saldos comprobados',
  failed: 'los saldos no cuadran',
  unchecked: 'sin saldos que comprobar',
}

function issueText({ code, message, line }: FileIssue): string {
  return line === undefined ? `${code}: ${message}` : `${code}: línea ${line}: ${message}`
}

function asText(path: string, file: ParsedStatementFile): string {
  const lines = [`${basename(path)}  ${file.format}${file.encoding === null ? '' : `  ${file.encoding}`}`]
  lines.push(...firstIssues(file.issues).map((issue) => `  ! ${issueText(issue)}`))
  for (const statement of file.statements) {
    const balance = (minor: number | null) =>
      minor === null ? '—' : formatAmount(minor, statement.currency ?? undefined)
    const period = `${statement.from ?? '?'} a ${statement.to ?? '?'}`
    const balances = `${balance(statement.openingMinor)} → ${balance(statement.closingMinor)}`
    lines.push(
      `  ${statement.account ?? 'sin cuenta'}  ${period}  ${statement.entries.length} apuntes  ${balances}  ${CHECKS[balanceCheck(statement)]}`
    )
    lines.push(...firstIssues(statement.issues).map((issue) => `    ! ${issueText(issue)}`))
    lines.push(
      ...statement.leftOut.map(
        ({ line, state, text, amount }) => `    – línea ${line}: ${state}, no se importa: ${text} ${amount}`
      )
    )
  }
  return lines.join('\n')
}
