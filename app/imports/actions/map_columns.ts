import type { Answers, DeclaredImport } from '#app/imports/define_import'
import { execute } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Mapped = {
  importId: string
  userId: number | null
  /** Column → heading of the file or place in it; null leaves it to its name. */
  columns?: Readonly<Record<string, string | null>>
  sheet?: string | null
  /** Answers to questions of the preview. */
  answers?: Answers
}

/**
 * Keeps how somebody wants a file to be read: which heading stands for which column, on which sheet, and what they answer.
 * What is not said stays. Throws E_USED when the file was taken on already.
 */
export async function mapColumns(
  { kind, columns: specs }: DeclaredImport,
  { importId, userId, columns, sheet, answers }: Mapped
): Promise<void> {
  const chosen = columns
    ? Object.fromEntries(Object.entries(columns).filter(([key, heading]) => key in specs && heading))
    : null
  const mapped = await execute(
    `update imports set choice = coalesce(:choice::jsonb, choice), sheet = coalesce(:sheet, sheet), answers = answers || coalesce(:answers::jsonb, '{}'), problem = null
      where id = :importId::uuid and kind = :kind and created_by = :userId and status = 'uploaded'`,
    {
      importId,
      kind,
      userId,
      choice: chosen ? JSON.stringify(chosen) : null,
      sheet: sheet || null,
      answers: answers ? JSON.stringify(answers) : null,
    }
  )
  if (mapped === 0) throw new DomainError('E_USED', 'Este fichero ya se ha procesado.')
}
