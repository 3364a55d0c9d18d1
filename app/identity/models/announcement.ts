import type { announcementWorkflow } from '#app/identity/workflows/announcement_workflow'
import { AnnouncementSchema } from '#database/schema'

export default class Announcement extends AnnouncementSchema {
  declare status: keyof typeof announcementWorkflow.states
  declare roles: string[]
  declare siteIds: number[] | null
}
