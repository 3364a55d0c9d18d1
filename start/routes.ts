import '#app/web/routes'
import '#app/identity/routes'
