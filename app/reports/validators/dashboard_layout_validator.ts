import vine from '@vinejs/vine'
import { key } from '#app/kernel/http/validation_rules'
import { WIDGETS } from '#app/reports/dashboard_layout'

const widgets = () => vine.array(vine.enum(WIDGETS)).distinct().maxLength(WIDGETS.length).optional()

export const dashboardLayoutValidator = vine.create({
  order: widgets(),
  hidden: widgets(),
  site_ids: vine.array(key()).maxLength(500).optional(),
})
