import type { Transaction } from '#app/kernel/database/sql'

export type ImportedStatement = {
  bankAccountId: number
  userId: number | null
  linesImported: number
  statementIds: number[]
}
export type StatementFollower = (imported: ImportedStatement, trx: Transaction) => Promise<void>

const followers: StatementFollower[] = []

/** What a higher floor does when movements arrive, in the transaction that brings them. Called once, at boot. */
export function followStatements(follower: StatementFollower): void {
  followers.push(follower)
}

/** Tells everybody who follows statements; a failure of theirs undoes the import. */
export async function tellFollowers(imported: ImportedStatement, trx: Transaction): Promise<void> {
  for (const follower of followers) await follower(imported, trx)
}
