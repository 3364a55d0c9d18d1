import { AnnouncementSchema } from '#database/schema'
import { announcementWorkflow } from '#app/identity/workflows/announcement_workflow'

export default class Announcement extends AnnouncementSchema {
  declare status: keyof typeof announcementWorkflow.states
  declare roles: string[]
  declare siteIds: number[] | null
}
