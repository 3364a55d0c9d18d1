import { applyImport } from '#app/imports/actions/apply_import'
import { declaredImport } from '#app/imports/area_imports'
import type { ApplyImportData } from '#app/imports/jobs/apply_import_job'
import type { JobOutcome, Progress } from '#app/jobs/queue'
import { execute, row } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'

/**
 * Takes a long file on in the background. One that was confirmed already, whose worker died before it could say so, ends
 * well; one that is refused waits again, with why, for its person to put it right.
 */
export async function finishImport(
  { kind, importId, asked, wrongRows }: ApplyImportData,
  progress: Progress
): Promise<JobOutcome> {
  const declared = await declaredImport(kind)
  const confirmed = await row<{ result: string; resultUrl: string }>(
    `select result, result_url from imports where id = :importId::uuid and status in ('applied', 'undone')`,
    { importId }
  )
  if (confirmed) return { message: confirmed.result, resultUrl: confirmed.resultUrl }
  try {
    const { message, count } = await applyImport(declared, { importId, asked, wrongRows, progress })
    return { message, resultUrl: `${declared.at.create}?import=${importId}`, counters: { created: count } }
  } catch (error) {
    if (!isDomainError(error)) throw error
    await returnImport(importId, error.message)
    return { message: error.message, resultUrl: `${declared.at.create}?import=${importId}`, hasFailed: true }
  }
}

/** Lets a file wait again after its job has failed, with what was wrong. */
export async function returnImport(importId: string, problem: string): Promise<void> {
  await execute(
    `update imports set status = 'uploaded', run_id = null, problem = :problem where id = :importId::uuid and status = 'applying'`,
    { importId, problem }
  )
}
