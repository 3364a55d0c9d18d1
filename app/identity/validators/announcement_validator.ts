import vine from '@vinejs/vine'
import { key, moment } from '#app/kernel/http/validation_rules'

export const markMultipleValidator = vine.create({
  announcement_ids: vine.array(vine.number().withoutDecimals()).maxLength(100),
})

export const announcementValidator = vine.create({
  title: vine.string().trim().minLength(1).maxLength(120),
  type: vine.enum(['feature', 'improvement', 'bugfix', 'maintenance'] as const),
  icon: vine.string().trim().maxLength(60).nullable().optional(),
  description: vine.string().trim().maxLength(300).nullable().optional(),
  image: vine.file().nullable().optional(),
  remove_image: vine.boolean().optional(),
  image_url: vine.string().trim().maxLength(500).nullable().optional(),
  content: vine.string().trim().minLength(1).maxLength(5000),
  action_url: vine.string().trim().maxLength(500).nullable().optional(),
  action_text: vine.string().trim().maxLength(40).nullable().optional(),
  roles: vine.array(vine.string()).minLength(1),
  site_ids: vine.array(key()).nullable().optional(),
  starts_at: moment().nullable().optional(),
  ends_at: moment().nullable().optional(),
  priority: vine.number().withoutDecimals().range([0, 9]).optional(),
  show_again: vine.boolean().optional(),
  lock_version: vine.number().optional(),
})
