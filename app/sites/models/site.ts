import type { SiteStatus } from '#app/sites/workflows/site_workflow'
import { SiteSchema } from '#database/schema'

export default class Site extends SiteSchema {
  declare status: SiteStatus
}
