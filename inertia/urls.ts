import { routes } from '@generated/routes'

export type RouteName = keyof typeof routes

type UntilMark<Text extends string> = Text extends `${infer Name}.${string}` ? Name : Text
type ParamNames<Pattern extends string> = Pattern extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? UntilMark<Name> | ParamNames<`/${Tail}`>
    : UntilMark<Rest>
  : never

/** Keys of a path (`:id`) as the route declares them. */
export type RouteParams<Name extends RouteName> = Record<ParamNames<(typeof routes)[Name]>, string | number>

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type Query = Record<string, QueryValue>

type Arguments<Name extends RouteName> = [ParamNames<(typeof routes)[Name]>] extends [never]
  ? [params?: null, query?: Query]
  : [params: RouteParams<Name>, query?: Query]

/** The URL of a named route. A name or a key that does not exist is a compile error; empty query values are left out. */
export function urlFor<Name extends RouteName>(name: Name, ...[params, query]: Arguments<Name>): string {
  const keys: Record<string, string | number> = params ?? {}
  const path = routes[name].replaceAll(/:([A-Za-z0-9_]+)\??/g, (_, key: string) =>
    encodeURIComponent(String(keys[key] ?? ''))
  )
  return withQuery(path, query ?? {})
}

/** A path with query parameters; lists are written `name[]=a&name[]=b`, empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '' || value === false) continue
    if (typeof value === 'object') for (const part of value) search.append(`${name}[]`, String(part))
    else search.append(name, value === true ? '1' : String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
