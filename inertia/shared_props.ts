import { usePage } from '@inertiajs/react'

export type ThemePreference = 'myLightTheme' | 'myDarkTheme'

export type CurrentUser = {
  id: number
  name: string
  initials: string
  role: string
  twoFactorEnabled: boolean
  themePreference: ThemePreference | null
  tableDensity: string | null
}

export type MenuItem = {
  group: string
  title: string
  path: string
  route: string
  icon: string
  color: string
  keywords: string[]
  /** Roles whose palette has it. */
  roles: string[]
  drawer: boolean
  pages: string[]
  header?: string | null
}

export type SiteOption = { id: number; code: string; name: string }

export type TrayJob = {
  id: string
  title: string
  done: number
  total: number | null
  status: 'queued' | 'running' | 'done' | 'failed'
  href: string | null
  message: string | null
}

/** Messages of an answer; `remedy` is where its error can be put right. */
export type Flash = {
  success?: string
  info?: string
  warning?: string
  error?: string
  remedy?: { label: string; href: string }
}

/** What the server sends with every page. */
export type SharedProps = {
  auth: { user: CurrentUser | null }
  flash: Flash
  errors: Record<string, string>
  app: { name: string; environment: string; sandbox: boolean; demo: boolean }
  menu: MenuItem[]
  sites: SiteOption[]
  jobs?: TrayJob[]
}

/** The shared props of the page in view. */
export function useShared(): SharedProps {
  return usePage().props as unknown as SharedProps
}
