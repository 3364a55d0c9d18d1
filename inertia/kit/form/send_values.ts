import { router } from '@inertiajs/react'
import { sentNames } from '~/kit/form/sent_names'

type Options = Pick<NonNullable<Parameters<typeof router.post>[2]>, 'onSuccess'>

/** Sends what a button does at once, without a form; values go under the names of the server and the page stays where it was. */
export function sendValues(
  method: 'post' | 'put',
  url: string,
  values: Readonly<Record<string, unknown>>,
  options: Options = {}
): void {
  router[method](url, sentNames(values) as never, { preserveScroll: true, ...options })
}
