import type { FormOf } from '~/kit/form/use_form_submission'

/** An announcement as its form keeps it: moments in the clock of this browser, empty texts for what is missing. */
export type AnnouncementValues = {
  title: string
  type: string | null
  icon: string
  description: string
  image: File[]
  removeImage: boolean
  imageUrl: string
  content: string
  actionUrl: string
  actionText: string
  roles: string[]
  siteIds: string[]
  startsAt: string
  endsAt: string
  priority: string | null
  showAgain: boolean
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
  removeImage: false,
  imageUrl: '',
  content: '',
  actionUrl: '',
  actionText: '',
  roles: ['s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad', 'adm1n1strat0r'],
  siteIds: [],
  startsAt: '',
  endsAt: '',
  priority: '0',
  showAgain: false,
}

export function valuesOf(announcement: EditedAnnouncement): AnnouncementValues {
  return {
    title: announcement.title,
    type: announcement.type,
    icon: announcement.icon ?? '',
    description: announcement.description ?? '',
    image: [],
    removeImage: false,
    imageUrl: announcement.imageUrl ?? '',
    content: announcement.content,
    actionUrl: announcement.actionUrl ?? '',
    actionText: announcement.actionText ?? '',
    roles: announcement.roles,
    siteIds: (announcement.siteIds ?? []).map(String),
    startsAt: localMoment(announcement.startsAt),
    endsAt: localMoment(announcement.endsAt),
    priority: String(announcement.priority),
    showAgain: false,
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
    imageUrl: orNull(values.imageUrl),
    actionUrl: orNull(values.actionUrl),
    actionText: orNull(values.actionText),
    siteIds: values.siteIds.length === 0 ? null : values.siteIds.map(Number),
    startsAt: instant(values.startsAt),
    endsAt: instant(values.endsAt),
    priority: Number(values.priority ?? 0),
  }
}

/** The picture as it will be seen: the chosen file, else the address, else the stored one unless it goes. */
export function pictureOf(
  { imageUrl, removeImage }: AnnouncementValues,
  chosen: string | null,
  stored: string | null
): string | null {
  return chosen ?? (imageUrl || (removeImage ? null : stored))
}

function localMoment(iso: string | null): string {
  if (iso === null || iso === '') return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function instant(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
