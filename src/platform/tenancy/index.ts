export { AccessCheck } from './access-check.ts';
export {
  OpenRoute,
  RequireKey,
  ROUTE_ACCESS,
  type RouteAccess,
  type RouteOptions,
  type RouteSettings,
} from './require-key.decorator.ts';
export { callerOf, CurrentCaller, routeOf, routeSettings, Tenant } from './request.ts';
