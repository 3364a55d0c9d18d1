import { isPlain, sentNames } from '~/kit/form/sent_names'

/** The anti-forgery token the server left in its cookie, or an empty text. */
export function xsrfToken(): string {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith('XSRF-TOKEN='))
  return found ? decodeURIComponent(found.slice('XSRF-TOKEN='.length)) : ''
}

/**
 * A call outside page navigation, with the headers every request carries; values go under the names of the server, a form as it
 * is. Rejects unless the answer is 2xx.
 */
export async function callServer(method: 'GET' | 'POST', url: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
  }
  if (method !== 'GET') headers['X-XSRF-TOKEN'] = xsrfToken()
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  const response = await fetch(url, {
    method,
    headers,
    credentials: 'same-origin',
    body: body === undefined || isForm ? body : JSON.stringify(isPlain(body) ? sentNames(body) : body),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`)
  return response
}
