// Lets tools that read TypeScript only follow an import of a .vue file; vue-tsc reads the files
// themselves.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}

declare module '*.svg' {
  const address: string
  export default address
}
declare module '*.css'
