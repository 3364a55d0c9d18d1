import { checkPlanRows } from '#app/books/plan_file/check_plan_rows'
import { readPlanApart } from '#app/books/plan_file/read_plan_apart'
import { knownPlan } from '#app/books/queries/known_plan'
import { findFile, readFileBytes, type StoredFile } from '#app/files/store_file'
import { row } from '#app/kernel/database/sql'

const SAMPLE_ROWS = 20
const SHOWN_PROBLEMS = 100

/** A file of accounts that was uploaded for a company, or null: nobody imports one by guessing its key. */
export async function findPlanUpload(siteId: number, fileId: number): Promise<StoredFile | null> {
  const upload = await row(
    `select 1 as found from plan_uploads where file_id = :fileId and site_id = :siteId`,
    {
      fileId,
      siteId,
    }
  )
  return upload ? findFile(fileId) : null
}

/** What importing a file would do; null when it was not uploaded for this company. */
export async function planPreview(siteId: number, fileId: number) {
  const file = await findPlanUpload(siteId, fileId)
  if (!file) return null
  const { accounts, problems } = checkPlanRows(
    await readPlanApart(await readFileBytes(file)),
    await knownPlan(siteId)
  )
  return {
    fileId,
    name: file.name,
    newCount: accounts.length,
    problemCount: problems.length,
    problems: problems.slice(0, SHOWN_PROBLEMS),
    sample: accounts.slice(0, SAMPLE_ROWS),
  }
}
