import { row } from '#app/kernel/database/sql'

/** The active company of a tax number, or null. */
export const findSiteByTaxId = (taxId: string): Promise<{ id: number } | null> =>
  row<{ id: number }>(
    `select id from sites where tax_id = :taxId and status = 'active' order by id limit 1`,
    {
      taxId,
    }
  )
