const bareFolders = [
  'identity/sessions/',
  'identity/two_factor_challenges/',
  'identity/old_two_factor_challenges/',
  'identity/passwords/',
]

/**
 * Whether a page has no navigation around it: the way in, the public pages, and an error shown to nobody in particular.
 */
export function isBarePage(name: string, props: Record<string, unknown> = {}): boolean {
  if (bareFolders.some((folder) => name.startsWith(folder)) || /(^|\/)public_[^/]*\//.test(name)) return true
  return name.startsWith('web/errors/') && 'auth' in props && !hasUser(props.auth)
}

function hasUser(auth: unknown): boolean {
  return (
    typeof auth === 'object' &&
    auth !== null &&
    'user' in auth &&
    auth.user !== null &&
    auth.user !== undefined
  )
}
