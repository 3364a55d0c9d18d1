import type { FormOf } from '~/kit/form/use_form_submission'

/** An announcement as its form keeps it: moments in the clock of this browser, empty texts for what is missing. */
export type AnnouncementValues = {
  title: string
  type: string | null
  icon: string
  description: string
  image: File[]
  remove_image: boolean
  image_url: string
  content: string
  action_url: string
  action_text: string
  roles: string[]
  site_ids: string[]
  starts_at: string
  ends_at: string
  priority: string | null
  show_again: boolean
}

export type AnnouncementFormOf = FormOf<AnnouncementValues>

export type EditedAnnouncement = {
  id: number
  title: string
  type: string
  status: string
  icon: string | null
  description: string | null
  imageUrl: string | null
  storedImageUrl: string | null
  content: string
  actionUrl: string | null
  actionText: string | null
  roles: string[]
  siteIds: number[] | null
  startsAt: string
  endsAt: string | null
  priority: number
  lockVersion: number
}

export const newAnnouncement: AnnouncementValues = {
  title: '',
  type: 'feature',
  icon: '',
  description: '',
  image: [],
  remove_image: false,
  image_url: '',
  content: '',
  action_url: '',
  action_text: '',
  roles: ['s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad', 'adm1n1strat0r'],
  site_ids: [],
  starts_at: '',
  ends_at: '',
  priority: '0',
  show_again: false,
}

export function valuesOf(announcement: EditedAnnouncement): AnnouncementValues {
  return {
    title: announcement.title,
    type: announcement.type,
    icon: announcement.icon ?? '',
    description: announcement.description ?? '',
    image: [],
    remove_image: false,
    image_url: announcement.imageUrl ?? '',
    content: announcement.content,
    action_url: announcement.actionUrl ?? '',
    action_text: announcement.actionText ?? '',
    roles: announcement.roles,
    site_ids: (announcement.siteIds ?? []).map(String),
    starts_at: localMoment(announcement.startsAt),
    ends_at: localMoment(announcement.endsAt),
    priority: String(announcement.priority),
    show_again: false,
  }
}

/** What is sent: null for what is empty, moments as instants. */
export function sentValues({ image, ...values }: AnnouncementValues): Record<string, unknown> {
  const orNull = (text: string) => (text.trim() === '' ? null : text)
  return {
    ...values,
    image: image[0] ?? null,
    icon: orNull(values.icon),
    description: orNull(values.description),
    image_url: orNull(values.image_url),
    action_url: orNull(values.action_url),
    action_text: orNull(values.action_text),
    site_ids: values.site_ids.length === 0 ? null : values.site_ids.map(Number),
    starts_at: instant(values.starts_at),
    ends_at: instant(values.ends_at),
    priority: Number(values.priority ?? 0),
  }
}

/** The picture as it will be seen: the chosen file, else the address, else the stored one unless it goes. */
export function pictureOf(
  { image_url, remove_image }: AnnouncementValues,
  chosen: string | null,
  stored: string | null
): string | null {
  return chosen ?? (image_url || (remove_image ? null : stored))
}

function localMoment(iso: string | null): string {
  if (iso === null || iso === '') return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function instant(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
