import { rows } from '#app/kernel/database/sql'

export type CenterRow = {
  id: number
  code: string
  name: string
  rooms: number | null
  pmsCode: string | null
  active: boolean
}

/** Hotels and work centres of a company, those in use first. */
export async function listCenters(siteId: number): Promise<CenterRow[]> {
  const found = await rows<Omit<CenterRow, 'pms_code'> & { pmsCode: string | null }>(
    `select id, code, name, rooms, pms_code, active from site_centers where site_id = :siteId order by not active, name`,
    { siteId }
  )
  return found.map(({ pmsCode, ...center }) => ({ ...center, pmsCode }))
}
