import { withQuery } from '~/urls'

type Key = number | string

/**
 * Addresses of the pages of a bank. They are registered once for each bank that is connected to, so that no name of a route
 * stands for one of them: the path of the bank does.
 */
export function bankUrls(path: string) {
  const of = (id: Key, rest = '') => `/${path}/${id}${rest}`
  const account = (id: Key, rest = '') => `/${path}/accounts/${id}${rest}`
  return {
    index: `/${path}`,
    create: `/${path}/create`,
    edit: (id: Key) => of(id, '/edit'),
    update: (id: Key) => of(id),
    credentials: (id: Key) => of(id, '/credentials'),
    test: (id: Key) => of(id, '/test'),
    sync: (id: Key) => of(id, '/sync'),
    pause: (id: Key) => of(id, '/pause'),
    reconnect: (id: Key) => of(id, '/reconnect'),
    disable: (id: Key) => of(id, '/disable'),
    consent: (id: Key) => of(id, '/consent'),
    calls: (id: Key) => of(id, '/calls'),
    call: (id: Key, call: Key) => of(id, `/calls/${call}`),
    account: (id: Key, tab?: string) => withQuery(account(id), { tab }),
    report: (id: Key) => account(id, '/report'),
    link: (id: Key) => account(id, '/link'),
    virtual: (id: Key, virtual: Key) => account(id, `/virtual/${virtual}`),
    quotes: (id: Key) => of(id, '/quotes'),
    transfer: (id: Key, query: Record<string, Key | null | undefined> = {}) =>
      withQuery(of(id, '/transfer'), query),
    payment: (id: Key, query: Record<string, Key | null | undefined> = {}) =>
      withQuery(of(id, '/payment'), query),
    generate: (id: Key, query: Record<string, Key | null | undefined> = {}) =>
      withQuery(of(id, '/generate'), query),
    documentation: `/${path}/documentation`,
    documentationOf: (id: Key) => of(id, '/documentation'),
  }
}

/** Addresses of whom a bank can pay: beneficiaries, or recipients where it tells their fields by currency and country. */
export function payeeUrls({ path, pages }: { path: string; pages: readonly string[] }, id: Key) {
  const all = `/${path}/${id}/${pages.includes('recipients') ? 'recipients' : 'beneficiaries'}`
  return {
    all,
    create: `${all}/create`,
    form: `${all}/form`,
    check: (beneficiary: Key) => `${all}/${beneficiary}/check`,
    verification: (beneficiary: Key) => `${all}/${beneficiary}/verification`,
    waiver: (beneficiary: Key) => `${all}/${beneficiary}/cooling-waiver`,
    supplier: (beneficiary: Key) => `${all}/${beneficiary}/supplier`,
  }
}
