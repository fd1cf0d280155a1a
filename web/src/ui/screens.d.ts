/** Made from server/tejian/data/screens.csv by tools/screens.ts. */
declare module 'virtual:screens' {
  export const screens: import('./routeRow').RouteRow[];
}
declare module 'virtual:screens/open' {
  export const screens: import('./routeRow').RouteRow[];
}
