import { statementFiles } from '#app/accounts/statements/statement_files'
import { findRunning } from '#app/imports/kept_files'
import type { Client } from '#app/kernel/database/sql'

export type RunningImport = { name: string; done: number; total: number | null }

/** The statement that is being imported into an account in the background, of these bytes when they are given, or null. */
export const findRunningImport = (
  bankAccountId: number,
  sha256: string | null = null,
  client?: Client
): Promise<RunningImport | null> => findRunning({ ...statementFiles(bankAccountId), sha256 }, client)
