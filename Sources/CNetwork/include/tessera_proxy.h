// Proxy resolver that follows the desktop's settings, except for addresses on this machine.
//
// Why a shim: GProxyResolver is an interface, which only a GObject class can implement.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

#define TESSERA_TYPE_PROXY_RESOLVER (tessera_proxy_resolver_get_type())
G_DECLARE_FINAL_TYPE(TesseraProxyResolver, tessera_proxy_resolver, TESSERA, PROXY_RESOLVER, GObject)

/// Creates a resolver that answers "direct://" for localhost and loopback addresses, and asks the desktop's resolver
/// for all others: a proxy cannot reach the server inside this process, whatever the environment says. Transfer full;
/// any thread. Its lookups fail where the desktop's do.
GProxyResolver *tessera_proxy_resolver_new(void);

G_END_DECLS
