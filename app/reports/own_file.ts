import { row } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'

/** Only who uploaded a file may look at it, and until its import; of any other not even its existence shows. */
export async function assertOwnFile(fileId: number, userId: number): Promise<void> {
  const own = await row(
    `select 1 as found from legacy_payment_uploads where file_id = :fileId and created_by = :userId`,
    {
      fileId,
      userId,
    }
  )
  if (!own) throw new NotFound()
}
