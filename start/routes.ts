import { AREAS } from '#app/web/areas'

// In the order of the areas: the last route answers whatever no other one does.
for (const { routes = [] } of AREAS) for (const register of routes) await register()
