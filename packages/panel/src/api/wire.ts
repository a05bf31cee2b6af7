// Generated from openapi.json by `npm run generate`. Do not edit.

export interface paths {
  '/api/v1/index': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Push documents
     * @description Each document is judged by itself: a bad one never loses the good ones. At most 10 MiB a call.
     */
    post: operations['pushDocuments'];
    /** Delete every document of a source */
    delete: operations['deleteSource'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/index/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a document
     * @description Idempotent.
     */
    delete: operations['deleteDocument'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The process answers */
    get: operations['healthLive'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The process can serve: the database answers and it is not stopping */
    get: operations['healthReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Prometheus metrics
     * @description From loopback, or with `Authorization: Bearer <METRICS_TOKEN>` when that is set.
     */
    get: operations['metrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/api/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the panel knows before anybody signs in */
    get: operations['panelConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/api/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Choose a password; other sessions and links end */
    put: operations['changePassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/api/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who is signed in, and in which shops */
    get: operations['readSession'];
    put?: never;
    /** Sign in with address and password; sets the cookie */
    post: operations['signIn'];
    /** Sign out */
    delete: operations['signOut'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/api/session/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in with a one-time link, which is used up */
    post: operations['signInByLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/api/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where this person is signed in */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/panel/api/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End a session of this person; it dies everywhere at once */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who changed what, the newest first; kept for two years */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/catalog/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is missing or odd about the catalogue */
    get: operations['catalogHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/catalog/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Items by words, stock and what is missing or odd about them, by id
     * @description Of the first 100,000 by id.
     */
    get: operations['listCatalogItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/connectors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the connectors, the newest first */
    get: operations['listConnectors'];
    put?: never;
    /** Create a connector; an enabled one begins its first sync at once */
    post: operations['createConnector'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/connectors/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a connector */
    get: operations['readConnector'];
    put?: never;
    post?: never;
    /** Delete a connector; its documents stay */
    delete: operations['deleteConnector'];
    options?: never;
    head?: never;
    /** Change the named fields of a connector */
    patch: operations['updateConnector'];
    trace?: never;
  };
  '/v1/{tenant}/connectors/{id}/sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Begin a sync now, also of a disabled connector */
    post: operations['syncConnector'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/connectors/{id}/syncs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the syncs of a connector, the newest first */
    get: operations['listSyncs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/connectors/{id}/syncs/{syncId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a sync, also while it runs */
    get: operations['readSync'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/connectors/{id}/syncs/{syncId}/approve-removals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Remove the documents that a sync has held back */
    post: operations['approveRemovals'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/connectors/detect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Propose a configuration from a sample answer or an endpoint */
    post: operations['detectConnector'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/connectors/presets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Configurations of known shop systems */
    get: operations['listConnectorPresets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/connectors/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Fetch and map the first page without storing anything */
    post: operations['testConnector'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the items, by id */
    get: operations['listItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/items/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an item */
    get: operations['readItem'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change fields of an item
     * @description Absent fields stay, null clears, attributes merge by key.
     */
    patch: operations['updateItem'];
    trace?: never;
  };
  '/v1/{tenant}/items/{id}/similar': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Items like one
     * @description Of its type: by rare words, categories, brand, price band, and what is bought or picked with it.
     */
    get: operations['similarItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the keys, newest first */
    get: operations['listKeys'];
    put?: never;
    /** Create a key; its value is in this answer only */
    post: operations['createKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a key at once */
    delete: operations['revokeKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/keys/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace a key; the old one works until the grace ends */
    post: operations['rotateKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List who may use the panel */
    get: operations['listMembers'];
    put?: never;
    /** Invite someone; the one-time link is in this answer only */
    post: operations['inviteMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/members/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Remove a member; sessions lose the shop at once */
    delete: operations['removeMember'];
    options?: never;
    head?: never;
    /** Change the role of a member */
    patch: operations['changeMember'];
    trace?: never;
  };
  '/v1/{tenant}/members/{id}/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A new one-time link for a member */
    post: operations['linkMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/metrics/conversions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Each conversion with what it is owed to, newest first */
    get: operations['metricsConversions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/metrics/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What was clicked and bought */
    get: operations['metricsItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/metrics/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The figures of a period, beside those of the period before */
    get: operations['metricsOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/metrics/queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What was searched for, most often first */
    get: operations['metricsQueries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/metrics/timeseries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One figure by hour or local day */
    get: operations['metricsTimeseries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/opportunities/group': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Group searches without results, with causes and value */
    post: operations['groupOpportunities'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/privacy/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase what is kept of a session or an order
     * @description Repeatable: what is gone already counts 0. Reports are corrected at once.
     */
    post: operations['erase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the rules in the order of their effect */
    get: operations['listRules'];
    put?: never;
    /** Create a rule; searches obey it at once */
    post: operations['createRule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/rules/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a rule */
    get: operations['readRule'];
    put?: never;
    post?: never;
    /** Delete a rule */
    delete: operations['deleteRule'];
    options?: never;
    head?: never;
    /** Change the named fields of a rule */
    patch: operations['updateRule'];
    trace?: never;
  };
  '/v1/{tenant}/rules/conflicts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Rules that want different things of one search
     * @description Of the enabled rules whose time has not gone by. Synonyms of their words do not count.
     */
    get: operations['listRuleConflicts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Search the catalogue; without q, browse by popularity */
    get: operations['search'];
    put?: never;
    /** Search with a JSON body */
    post: operations['searchWithBody'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/search/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A search as it is, and as it would be with these rules and synonyms; nothing is stored */
    post: operations['previewSearch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the settings */
    get: operations['readSettings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change the named settings */
    patch: operations['updateSettings'];
    trace?: never;
  };
  '/v1/{tenant}/smart/calibration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How right the suggestions were, and the thresholds to choose */
    get: operations['calibration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/egress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List every payload that went to the AI provider, byte for byte, the newest first */
    get: operations['listEgress'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/repeated-clicks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Items that many sessions pick for the same words */
    get: operations['repeatedClicks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the runs, the newest first */
    get: operations['listRuns'];
    put?: never;
    /** Start a run now; skipped in mode off */
    post: operations['startRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/runs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a run, also while it runs */
    get: operations['readRun'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/runs/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Cancel a run; what it has decided stays */
    post: operations['cancelRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/suggestions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List suggestions, those that wait for review by default */
    get: operations['listSuggestions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/suggestions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a suggestion with its history */
    get: operations['readSuggestion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/suggestions/{id}/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Accept a suggestion: searches use its synonym at once */
    post: operations['acceptSuggestion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/suggestions/{id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reject a suggestion; it is looked at again when the business memory changes */
    post: operations['rejectSuggestion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/smart/suggestions/{id}/revert': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Undo an accepted or applied suggestion */
    post: operations['revertSuggestion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/suggest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Suggest queries and items for what is typed so far
     * @description Learned queries by prefix, with wrong letters forgiven, and the first hits. It is no search event.
     */
    get: operations['suggest'];
    put?: never;
    /**
     * Suggest with a JSON body
     * @description For pages of another origin: browsers keep the answer to a preflight by address, and here every keystroke has the same.
     */
    post: operations['suggestWithBody'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/synonyms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the synonyms, newest first */
    get: operations['listSynonyms'];
    put?: never;
    /** Create a synonym; searches use it at once */
    post: operations['createSynonym'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/synonyms/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a synonym */
    get: operations['readSynonym'];
    put?: never;
    post?: never;
    /** Delete a synonym */
    delete: operations['deleteSynonym'];
    options?: never;
    head?: never;
    /** Change the named fields of a synonym */
    patch: operations['updateSynonym'];
    trace?: never;
  };
  '/v1/{tenant}/synonyms/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All synonyms as a text that import reads back */
    get: operations['exportSynonyms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/synonyms/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Add the synonyms of a CSV or Solr text; wrong lines do not lose the others */
    post: operations['importSynonyms'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/track/click': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Report a click on a result */
    post: operations['trackClick'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/track/conversion': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report a purchase of an item
     * @description With a secret key it is verified, and its amounts replace those that a browser reported.
     */
    post: operations['trackConversion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/track/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Report a search that was shown to a shopper */
    post: operations['trackSearch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/tracking/recent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What has just happened in the shop, without who did it */
    get: operations['recentEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/widget-bootstrap': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the SDK and the widget need to know of the shop */
    get: operations['widgetBootstrap'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/{tenant}/widget-bootstrap.js': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The script tag of a shop: the SDK with its configuration, ready as `window.mb` */
    get: operations['widgetBootstrapScript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AcceptedResponse: {
      /**
       * @description applied: searches use it from now on. pending: the synonym is switched off.
       * @enum {string}
       */
      engine: 'applied' | 'pending';
      suggestion: components['schemas']['SuggestionResponse'];
      synonym: components['schemas']['LearnedSynonymResponse'];
    };
    Advice: {
      /** @enum {string} */
      code: 'restock' | 'index_code' | 'correct' | 'add_synonym' | 'add_synonym_for_rest' | 'sell';
      /** @description What the query was meant to be: of `correct` and `add_synonym`. */
      target: string | null;
    };
    AdviceResponse: {
      /** @description null: too little to advise by. */
      advised: number | null;
      current: number;
      /** @enum {string} */
      field: 'hybrid_confidence_threshold' | 'auto_confidence_threshold';
      reason: string;
    };
    Amount: {
      amount: number;
      currency: string;
    };
    AppliedResponse: {
      relaxation: components['schemas']['RelaxationResponse'] | null;
      rules: components['schemas']['AppliedRuleResponse'][];
      synonyms: components['schemas']['AppliedSynonymResponse'][];
      /** @description The query had more than 10 words. */
      truncated: boolean;
      typos: components['schemas']['WordChangeResponse'][];
    };
    AppliedRuleResponse: {
      /** Format: uuid */
      id: string;
      name: string;
    };
    AppliedSynonymResponse: {
      from: string;
      /** Format: uuid */
      id: string;
      to: string;
    };
    AttributionRow: {
      conversions: number;
      /**
       * @description The rule that decided.
       * @enum {string}
       */
      rule: 'query_id' | 'click' | 'search' | 'none';
    };
    AuditEntryResponse: {
      /** @example update */
      action: string;
      /** @description A person's address, the name of a key, or `mirabel`. */
      actor: string;
      /** Format: uuid */
      actor_id: string | null;
      /** @enum {string} */
      actor_kind: 'user' | 'key' | 'command' | 'service';
      /** Format: date-time */
      at: string;
      /**
       * @description By field. A value of more than 4,000 characters is told by its length, a secret not at all.
       * @example {
       *       "priority": {
       *         "from": 0,
       *         "to": 10
       *       }
       *     }
       */
      changes: {
        [key: string]: {
          from?: unknown;
          to?: unknown;
        };
      };
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      kind:
        | 'rule'
        | 'synonym'
        | 'suggestion'
        | 'run'
        | 'settings'
        | 'key'
        | 'connector'
        | 'item'
        | 'source'
        | 'member'
        | 'privacy';
      /** @description How people call what was changed. */
      subject: string;
      subject_id: string | null;
    };
    AuditPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['AuditEntryResponse'][];
      total: number;
    };
    AuthBody: {
      /**
       * @description With `header`.
       * @example X-Api-Key
       */
      name?: string;
      /** @description With `bearer`. */
      token?: string;
      /** @enum {string} */
      type: 'bearer' | 'header';
      /** @description With `header`. */
      value?: string;
    };
    BandResponse: {
      /** @description By a person, at some time. */
      accepted: number;
      /** @description By a run, at some time. */
      applied: number;
      from: number;
      /** @description In force today. */
      kept: number;
      /** @description Right ones of those judged: accepted, or applied for longer than the holdout; wrong are rejected and reverted ones. */
      precision: number | null;
      proposed: number;
      rejected: number;
      reverted: number;
      /** @description Excluded, but for 1. */
      to: number;
      /** @description Pending or logged. */
      waiting: number;
    };
    BandsResponse: {
      /** @description From auto_confidence_threshold. */
      high: number;
      low: number;
      /** @description From hybrid_confidence_threshold. */
      medium: number;
    };
    BannerBody: {
      /** @example /images/sale.jpg */
      image?: string | null;
      /** @description Plain text. */
      text?: string | null;
      title: string;
      /** @example /sale */
      url?: string | null;
    };
    BannerResponse: {
      image: string | null;
      text: string | null;
      title: string;
      url: string | null;
    };
    BoostBody: {
      /**
       * @example {
       *       "brand": [
       *         "Acme"
       *       ],
       *       "price": {
       *         "lte": 50
       *       }
       *     }
       */
      filter: {
        [key: string]: unknown;
      };
      weight: number;
    };
    BootstrapResponse: {
      /**
       * @description Fields that filters are offered for.
       * @example [
       *       "brand",
       *       "price"
       *     ]
       */
      facets: string[];
      /** @description Shoppers with Global Privacy Control are not tracked. */
      honour_gpc: boolean;
      /**
       * @description Language of the shop, BCP 47.
       * @example en
       */
      locale: string;
      /**
       * @description Path of the SDK on this service.
       * @example assets/mirabel-0123456789abcdef.js
       */
      sdk: string;
      /**
       * @description Orders that are offered.
       * @example [
       *       "relevance",
       *       "price:asc"
       *     ]
       */
      sorts: string[];
      /** @description The public key to go on with, when the one that was sent has been rotated; a rotated key is answered until 30 days after its end. Else null. */
      successor_key: string | null;
      /** @description Slug of the shop. */
      tenant: string;
      /** @description Path of the widget on this service. */
      widget: string | null;
    };
    Bucket: {
      clicks: number;
      /** @example 2-3 */
      positions: string;
    };
    BuryBody: {
      /**
       * @example {
       *       "brand": [
       *         "Acme"
       *       ],
       *       "price": {
       *         "lte": 50
       *       }
       *     }
       */
      filter: {
        [key: string]: unknown;
      };
    };
    CalibrationResponse: {
      advice: components['schemas']['AdviceResponse'][];
      bands: components['schemas']['BandResponse'][];
      /** @description What each mode would have done with all that was proposed. */
      shadow: components['schemas']['ShadowResponse'][];
    };
    CatalogHealthResponse: {
      /** @description Those that were looked at, 100,000 at most. */
      checked: number;
      /**
       * Format: date-time
       * @description Up to a minute ago.
       */
      checked_at: string;
      /** @description Every check, also those that found nothing. */
      findings: components['schemas']['HealthFindingResponse'][];
      /** @description Documents of the catalogue. */
      items: number;
    };
    ChangedQueryResponse: {
      /** @description Of the first ten, how many are new or stand elsewhere. */
      moved: number;
      /** @description Normalised. */
      query: string;
      /** @description A redirect comes, goes or leads elsewhere. */
      redirect_changed: boolean;
      /** @description Times it was asked in 14 days. */
      searches: number;
      total_after: number;
      total_before: number;
    };
    ChangeMemberRequest: {
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
    };
    ConnectorPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['ConnectorResponse'][];
      total: number;
    };
    ConnectorResponse: {
      /**
       * @description The kind of `auth` that is stored; itself it is never answered.
       * @enum {string|null}
       */
      auth_type: 'bearer' | 'header' | null;
      /** Format: date-time */
      created_at: string;
      cursorParam: string | null;
      cursorPath: string | null;
      dataPath: string | null;
      enabled: boolean;
      /** Format: uri */
      endpoint: string;
      /** @description Failed syncs in a row; after 10 the connector is paused. */
      failures: number;
      firstPage: number;
      /** Format: uuid */
      id: string;
      interval_minutes: number;
      last_sync: components['schemas']['SyncResponse'] | null;
      limitParam: string;
      mapping: {
        [key: string]: string;
      } | null;
      name: string;
      /** Format: date-time */
      next_sync_at: string | null;
      nextLink: string | null;
      pageParam: string | null;
      pageSize: number;
      /** @enum {string} */
      paginated: 'page' | 'cursor' | 'none' | 'offset' | 'link';
      pause_reason: string | null;
      /**
       * Format: date-time
       * @description PATCH `enabled: true` or a sync by hand that succeeds goes on.
       */
      paused_at: string | null;
      prune_missing: boolean;
      source: string;
      transforms: {
        [key: string]: string;
      } | null;
      /** Format: date-time */
      updated_at: string;
      /** @description An address, or the name of a key. */
      updated_by: string | null;
      /** @description Grows with each change; the `ETag`, for `If-Match`. */
      version: number;
    };
    ConversionRow: {
      /** Format: date-time */
      at: string;
      /**
       * @description The rule that decided.
       * @enum {string}
       */
      attribution: 'query_id' | 'click' | 'search' | 'none';
      /** @enum {string|null} */
      channel: 'overlay' | 'results_page' | null;
      currency: string;
      item_id: string;
      order_id: string;
      quantity: number;
      /** @description Normalised words of the search it is owed to. */
      query: string | null;
      query_id: string | null;
      revenue: number;
      /** @description Reported by the shop's server. */
      verified: boolean;
    };
    ConversionsResponse: {
      /** @description Begin of the period used, as a date of the tenant or a time. */
      from: string;
      limit: number;
      offset: number;
      rows: components['schemas']['ConversionRow'][];
      /** @description End of the period used. */
      to: string;
      total: number;
    };
    CoverageResponse: {
      field: string;
      filled: number;
      /** @description Of the items of the page, 0 to 1. */
      share: number;
    };
    CreateConnectorRequest: {
      /** @description Sent over https only; never answered. */
      auth?: components['schemas']['AuthBody'] | null;
      /** @example cursor */
      cursorParam?: string | null;
      /** @example meta.next_cursor */
      cursorPath?: string | null;
      /**
       * @description Default: `items`, `data`, `results`, the root.
       * @example data.items
       */
      dataPath?: string | null;
      /** @default true */
      enabled?: boolean;
      /**
       * Format: uri
       * @description Answers JSON to GET.
       * @example https://shop.example/api/products
       */
      endpoint: string;
      /**
       * @description Number of the first page.
       * @default 1
       */
      firstPage?: number;
      /** @default 360 */
      interval_minutes?: number;
      /** @default limit */
      limitParam?: string;
      /**
       * @description Document field → path in the item.
       * @example {
       *       "id": "sku",
       *       "title": "name",
       *       "price": "variants.0.price"
       *     }
       */
      mapping?: {
        [key: string]: string;
      } | null;
      /** @description Default: the endpoint's host. */
      name?: string;
      /**
       * @description With `link`; default: the header `Link`.
       * @example links.next
       */
      nextLink?: string | null;
      /** @description Default `page`; with offset paging `offset`. */
      pageParam?: string | null;
      /** @default 100 */
      pageSize?: number;
      /**
       * @default page
       * @enum {string}
       */
      paginated?: 'page' | 'cursor' | 'none' | 'offset' | 'link';
      /**
       * @description Remove documents that a complete listing has no longer.
       * @default true
       */
      prune_missing?: boolean;
      /** @description The feeding catalogue; default: one of its own. */
      source?: string;
      /**
       * @description minor_units, decimal_comma, strip_html, split, join, lowercase, absolute_url; split and join also with what stands between: split:;
       * @example {
       *       "price": "minor_units"
       *     }
       */
      transforms?: {
        [key: string]: string;
      } | null;
    };
    CreateKeyRequest: {
      /**
       * @description Pages that may use a public key; empty means any.
       * @example [
       *       "https://shop.example",
       *       "https://*.shop.example"
       *     ]
       */
      allowed_origins?: string[];
      /**
       * Format: date-time
       * @description When the key stops working.
       */
      expires_at?: string | null;
      /**
       * @description public for storefronts, secret for servers, indexer for pushing.
       * @enum {string}
       */
      kind: 'public' | 'secret' | 'indexer';
      /** @example Storefront */
      name: string;
    };
    CreateRuleRequest: {
      actions: components['schemas']['RuleActionsBody'];
      /** @description Any of them matches; an empty list: every search. */
      conditions: components['schemas']['RuleConditionBody'][];
      /** @default true */
      enabled?: boolean;
      /**
       * Format: date-time
       * @description Not in force from here on.
       */
      ends_at?: string | null;
      name: string;
      /**
       * @description Higher first, then the older.
       * @default 0
       */
      priority?: number;
      /** Format: date-time */
      starts_at?: string | null;
    };
    CreateSynonymRequest: {
      /** @default true */
      enabled?: boolean;
      /** @example laptop */
      input?: string | null;
      /**
       * @description For queries in this language only (BCP 47).
       * @example es
       */
      locale?: string | null;
      /**
       * @example [
       *       "sofa",
       *       "couch"
       *     ]
       */
      terms: string[];
      /**
       * @description two_way: the terms mean the same. one_way: input also finds terms.
       * @enum {string}
       */
      type: 'two_way' | 'one_way';
    };
    DecidedResponse: {
      suggestion: components['schemas']['SuggestionResponse'];
    };
    DeletedResponse: {
      /** @description False when there was none. */
      deleted: boolean;
      id: string;
      version: number;
    };
    DeletedSourceResponse: {
      /** @description How many there were. */
      deleted: number;
      source: string;
      version: number;
    };
    DetectConnectorRequest: {
      auth?: components['schemas']['AuthBody'] | null;
      /**
       * Format: uri
       * @description Asked for a sample when there is none.
       */
      endpoint?: string;
      /** @description A page of the merchant's API, as it answered. */
      sample?: {
        [key: string]: unknown;
      };
    };
    DetectedFieldResponse: {
      /** @description 0 to 1. */
      confidence: number;
      field: string;
      path: string;
      transform: string | null;
    };
    DetectedPagingResponse: {
      /** @description 0 to 1. */
      confidence: number;
      config: {
        [key: string]: unknown;
      };
      reason: string;
    };
    DetectionResponse: {
      /** @description How sure the whole proposal is, 0 to 1. */
      confidence: number;
      /** @description Fields of a connector. */
      config: {
        [key: string]: unknown;
      };
      fields: components['schemas']['DetectedFieldResponse'][];
      paging: components['schemas']['DetectedPagingResponse'];
      preset: components['schemas']['PresetResponse'] | null;
      reasons: string[];
    };
    DocumentSchema: {
      /** @description Every field that is not named here. */
      attributes?: {
        [key: string]: unknown;
      };
      brand?: string;
      /**
       * @example [
       *       "Clothing > Shoes > Sneakers"
       *     ]
       */
      categories?: string[];
      /** Format: date-time */
      created_at?: string;
      /**
       * @description ISO 4217.
       * @example EUR
       */
      currency?: string;
      description?: string;
      /** @default product */
      docType: string;
      gtin?: string;
      id: string;
      image?: string;
      popularity?: number;
      /** @description Exact; at most 4 decimals. A text is understood too. */
      price?: number;
      rating?: number;
      sku?: string;
      stock?: number;
      tags?: string[];
      title: string;
      /** Format: date-time */
      updated_at?: string;
      /** @description Absolute http(s), or beginning with "/". */
      url: string;
    };
    DraftRule: {
      actions: components['schemas']['RuleActionsBody'];
      /** @description Any of them matches; an empty list: every search. */
      conditions: components['schemas']['RuleConditionBody'][];
      /** @default true */
      enabled?: boolean;
      /**
       * Format: date-time
       * @description Not in force from here on.
       */
      ends_at?: string | null;
      /**
       * Format: uuid
       * @description Of a rule that the draft stands for; else it is a new one.
       */
      id?: string;
      name: string;
      /**
       * @description Higher first, then the older.
       * @default 0
       */
      priority?: number;
      /** Format: date-time */
      starts_at?: string | null;
    };
    DraftSynonym: {
      /** @default true */
      enabled?: boolean;
      /**
       * Format: uuid
       * @description Of a synonym that the draft stands for; else it is a new one.
       */
      id?: string;
      /** @example laptop */
      input?: string | null;
      /**
       * @description For queries in this language only (BCP 47).
       * @example es
       */
      locale?: string | null;
      /**
       * @example [
       *       "sofa",
       *       "couch"
       *     ]
       */
      terms: string[];
      /**
       * @description two_way: the terms mean the same. one_way: input also finds terms.
       * @enum {string}
       */
      type: 'two_way' | 'one_way';
    };
    EgressPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['EgressResponse'][];
      total: number;
    };
    EgressResponse: {
      /** Format: uuid */
      id: string;
      model: string;
      /** @description Pairs in the payload. */
      pairs: number;
      /** @description The body of the request as it was sent. */
      payload: string;
      /** @example openai-compatible */
      provider: string;
      /** Format: uuid */
      run_id: string;
      /** Format: date-time */
      sent_at: string;
      /** @description Of the payload in UTF-8, in hex. */
      sha256: string;
      /**
       * @description What became of it. `sent`: no answer was seen, as when the process ended in between.
       * @enum {string}
       */
      status:
        | 'sent'
        | 'answered'
        | 'truncated'
        | 'refused'
        | 'timeout'
        | 'rate_limited'
        | 'unavailable'
        | 'rejected'
        | 'unreadable'
        | 'cancelled';
    };
    ErasedCounts: {
      click_pairs: number;
      clicks: number;
      conversions: number;
      /** @description Ids by which repeats are recognised. */
      event_keys: number;
      machine_sessions: number;
      searches: number;
      /** @description Answers of searches, kept for attribution. */
      served_searches: number;
      /** @description Failed searches that learning remembers. */
      smart_sightings: number;
    };
    EraseRequest: {
      /** @description The conversions of this order. */
      order_id?: Record<string, never>;
      /**
       * Format: uuid
       * @description Everything of this session.
       */
      session_id?: string;
    };
    EraseResponse: {
      /** @description Records that are gone, by kind. */
      erased: components['schemas']['ErasedCounts'];
    };
    EvidenceResponse: {
      /** @description `reason` for those who say it in their own words. */
      because?: components['schemas']['ReasonFactsResponse'];
      edit_distance: number;
      /** @description Sessions with it and those kept from it, since a run applied it. */
      holdout?: components['schemas']['HoldoutResponse'];
      /** @description What the shop's own searches would have answered. */
      replay?: components['schemas']['ReplayResponse'];
      rescue_rate: number | null;
      /** @description Sessions that the rescue saved. */
      rescues: number;
      results_failed: number;
      results_rescue: number;
      /** @description Sessions in which the query failed. */
      sessions: number;
      /** @description Items clicked or bought for both. */
      shared_items: number;
    };
    ExplainResponse: {
      pinned: boolean;
      /** @description Matches only some of the words. */
      relaxed: boolean;
      /** @description Comparing two hits rule by rule gives their order. */
      rules: components['schemas']['ExplainRuleResponse'][];
    };
    ExplainRuleResponse: {
      /** @enum {string} */
      better: 'higher' | 'lower';
      detail?: string;
      name: string;
      value: number;
    };
    FacetResponse: {
      field: string;
      /** @description Of a numeric field. */
      stats?: components['schemas']['FacetStatsResponse'];
      /** @description The most frequent, facet_limit at most. */
      values: components['schemas']['FacetValueResponse'][];
    };
    FacetStatsResponse: {
      avg: number;
      max: number;
      min: number;
      sum: number;
    };
    FacetValueResponse: {
      count: number;
      /** @description With facet_query: the value, HTML-escaped, with `<mark>` where it matched. */
      highlighted?: string;
      value: string | number | boolean;
    };
    FrequentResponse: {
      /** @description Of them, those whose first ten hits change. */
      changed: number;
      changed_searches: number;
      /** @description False: the time was up before all were tried. */
      complete: boolean;
      /** @description Queries that were tried, 100 at most. */
      queries: number;
      /** @description Those that change, the most asked first. */
      rows: components['schemas']['ChangedQueryResponse'][];
      /** @description The searches that they stand for. */
      searches: number;
    };
    HealthFindingResponse: {
      /** @enum {string} */
      check:
        | 'missing_image'
        | 'missing_price'
        | 'missing_currency'
        | 'zero_price'
        | 'missing_category'
        | 'missing_brand'
        | 'missing_description'
        | 'long_title'
        | 'duplicate_title'
        | 'duplicate_gtin'
        | 'out_of_stock'
        | 'not_searchable';
      items: number;
      /** @description The first 5. */
      samples: components['schemas']['HealthSampleResponse'][];
    };
    HealthSampleResponse: {
      id: string;
      /** @description Its first 200 characters. */
      title: string;
    };
    HighlightResponse: {
      description: string | null;
      /** @description HTML-escaped text with `<mark>` only. */
      title: string;
    };
    HistoryEntryResponse: {
      /** @description Of a person: the address, or the name of a key. */
      actor?: string | null;
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      by: 'person' | 'run';
      /** @description Of the suggestion at that moment. */
      confidence?: number;
      /** @enum {string|null} */
      from: 'pending' | 'accepted' | 'rejected' | 'applied' | 'logged' | 'reverted' | null;
      /** @description Changes right before this one that are no longer listed. */
      omitted?: number;
      /** @description Why, in English, or in the words of a person. */
      reason: string | null;
      /**
       * @description As `from` when a run judged it anew and its status stayed.
       * @enum {string}
       */
      to: 'pending' | 'accepted' | 'rejected' | 'applied' | 'logged' | 'reverted';
    };
    HitResponse: {
      /** @description Every field that is not named here. */
      attributes?: {
        [key: string]: unknown;
      };
      brand?: string;
      /**
       * @example [
       *       "Clothing > Shoes > Sneakers"
       *     ]
       */
      categories?: string[];
      /** Format: date-time */
      created_at?: string;
      /**
       * @description ISO 4217.
       * @example EUR
       */
      currency?: string;
      description?: string;
      /** @default product */
      docType: string;
      explain?: components['schemas']['ExplainResponse'];
      gtin?: string;
      highlight: components['schemas']['HighlightResponse'];
      id: string;
      image?: string;
      popularity?: number;
      /** @description Through all pages, pins included; what track/click takes. */
      position: number;
      /** @description Exact; at most 4 decimals. A text is understood too. */
      price?: number;
      rating?: number;
      sku?: string;
      stock?: number;
      tags?: string[];
      title: string;
      /** Format: date-time */
      updated_at?: string;
      /** @description Absolute http(s), or beginning with "/". */
      url: string;
    };
    HoldoutCountsResponse: {
      /** @description Sessions that clicked nothing within half an hour. */
      no_click: number;
      /** @description Sessions that were shown no result. */
      no_result: number;
      sessions: number;
    };
    HoldoutResponse: {
      with: components['schemas']['HoldoutCountsResponse'];
      without: components['schemas']['HoldoutCountsResponse'];
    };
    ImportResponse: {
      created: number;
      /** @description The first 1,000. */
      errors: components['schemas']['LineErrorResponse'][];
      failed: number;
      /** @description Said the same as a synonym that is there. */
      unchanged: number;
    };
    ImportSynonymsRequest: {
      /**
       * @description The text of the file.
       * @example # shoes
       *     sneakers, trainers
       *     kicks => sneakers
       */
      content: string;
    };
    InvitationResponse: {
      /** @description Works once. An account of other shops must be signed in when it is opened. */
      link: components['schemas']['OneTimeLinkResponse'];
      member: components['schemas']['MemberResponse'];
    };
    InviteMemberRequest: {
      /**
       * Format: email
       * @example ana@shop.example
       */
      email: string;
      /** @description Kept when the account is new. */
      name?: string;
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
    };
    ItemPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['ItemResponse'][];
      total: number;
    };
    ItemResponse: {
      /** @description Every field that is not named here. */
      attributes?: {
        [key: string]: unknown;
      };
      brand?: string;
      /**
       * @example [
       *       "Clothing > Shoes > Sneakers"
       *     ]
       */
      categories?: string[];
      /** Format: date-time */
      created_at?: string;
      /**
       * @description ISO 4217.
       * @example EUR
       */
      currency?: string;
      description?: string;
      /** @default product */
      docType: string;
      gtin?: string;
      id: string;
      image?: string;
      /** Format: date-time */
      indexed_at: string;
      popularity?: number;
      /** @description Exact; at most 4 decimals. A text is understood too. */
      price?: number;
      rating?: number;
      sku?: string;
      /** @description The feeding catalogue that wrote it last. */
      source: string;
      stock?: number;
      tags?: string[];
      title: string;
      /** Format: date-time */
      updated_at?: string;
      /** @description Absolute http(s), or beginning with "/". */
      url: string;
      /** @description Catalogue version in which it last changed. */
      version: number;
    };
    ItemRow: {
      clicks: number;
      conversions: number;
      item_id: string;
      revenue: components['schemas']['Amount'][];
      /** @description Null when the catalogue no longer has it. */
      title: string | null;
    };
    ItemsResponse: {
      /** @description Begin of the period used, as a date of the tenant or a time. */
      from: string;
      limit: number;
      offset: number;
      rows: components['schemas']['ItemRow'][];
      /** @description End of the period used. */
      to: string;
      total: number;
    };
    KeyPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['KeyResponse'][];
      total: number;
    };
    KeyResponse: {
      allowed_origins: string[];
      /** Format: date-time */
      created_at: string;
      /** @description An address, the name of a key, or `mirabel`. */
      created_by: string | null;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      kind: 'public' | 'secret' | 'indexer';
      /**
       * Format: date-time
       * @description To the minute.
       */
      last_used_at: string | null;
      /** @description The last four characters of the value. */
      last4: string;
      name: string;
      /** Format: date-time */
      revoked_at: string | null;
    };
    LearnedSynonymResponse: {
      confidence: number | null;
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      /** Format: uuid */
      id: string;
      input: string | null;
      locale: string | null;
      /**
       * @description learned, unless the shop had one that says the same.
       * @enum {string}
       */
      source: 'manual' | 'learned' | 'import';
      /** Format: uuid */
      suggestion_id: string | null;
      terms: string[];
      /** @enum {string} */
      type: 'two_way' | 'one_way';
    };
    LineErrorResponse: {
      code: string;
      line: number;
      message: string;
    };
    LinkRequest: {
      /** @description What follows `/panel/link/` in the address. */
      token: string;
    };
    ListedSessionResponse: {
      /** Format: date-time */
      created_at: string;
      /** @description This is the one that asks. */
      current: boolean;
      /** Format: date-time */
      expires_at: string;
      /** Format: uuid */
      id: string;
      /**
       * Format: date-time
       * @description To the minute.
       */
      last_used_at: string;
      /** @enum {string} */
      method: 'password' | 'link' | 'oidc';
      /** @description What the browser calls itself. */
      user_agent: string;
    };
    MemberPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['MemberResponse'][];
      total: number;
    };
    MemberResponse: {
      /**
       * Format: date-time
       * @description Null: invited, but has not come yet.
       */
      accepted_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description Who invited: an address, the name of a key, or `mirabel` for a command. */
      created_by: string;
      /** Format: email */
      email: string;
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
    };
    NewKeyResponse: {
      allowed_origins: string[];
      /** Format: date-time */
      created_at: string;
      /** @description An address, the name of a key, or `mirabel`. */
      created_by: string | null;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: uuid */
      id: string;
      /**
       * @description The value, shown this once.
       * @example mb_pk_live_…
       */
      key: string;
      /** @enum {string} */
      kind: 'public' | 'secret' | 'indexer';
      /**
       * Format: date-time
       * @description To the minute.
       */
      last_used_at: string | null;
      /** @description The last four characters of the value. */
      last4: string;
      name: string;
      /** Format: date-time */
      revoked_at: string | null;
    };
    OidcConfigResponse: {
      /** @description What the button says. */
      label: string;
    };
    OneTimeLinkResponse: {
      /** Format: date-time */
      expires_at: string;
      /**
       * @description Below the address of the service; shown this once.
       * @example /panel/link/…
       */
      path: string;
    };
    OpportunitiesRequest: {
      /**
       * @description Begin of the period; default 8 days up to its end: a local date of the tenant (that whole day), or an ISO 8601 time with an offset.
       * @example 2026-11-01
       */
      from?: string;
      /** @default 20 */
      limit?: number;
      /** @default 2 */
      min_count?: number;
      /** @default 0 */
      offset?: number;
      /**
       * @description End of the period; a date is included, a time excluded; default today: a local date of the tenant (that whole day), or an ISO 8601 time with an offset.
       * @example 2026-11-01
       */
      to?: string;
    };
    OpportunitiesResponse: {
      from: string;
      limit: number;
      offset: number;
      /** @description Queries of the period that have results now; they are left out. */
      resolved_since: number;
      rows: components['schemas']['OpportunityRow'][];
      to: string;
      total: number;
    };
    OpportunityRow: {
      /** @description For those who say it in their own words. */
      advice: components['schemas']['Advice'];
      /** @enum {string} */
      cause: 'typo' | 'vocabulary' | 'out_of_stock' | 'not_sold' | 'code_format';
      /** @description Sessions × what a searching session brings in this shop. */
      estimated_value: components['schemas']['Value'][];
      /** Format: date-time */
      first_seen: string;
      /** Format: date-time */
      last_seen: string;
      normalized_query: string;
      /** @description Searches without results. */
      searches: number;
      sessions: number;
      /** @description `advice` in English. */
      suggested_action: string;
      /** @description The Smart suggestion about it. */
      suggestion_id: string | null;
      /** @description How it was typed, the 20 most frequent. */
      variants: components['schemas']['Variant'][];
    };
    OverviewCounts: {
      attributed_conversions: number;
      /** @description Conversions by the rule that decided; they add up. */
      attribution: components['schemas']['AttributionRow'][];
      /** @description Attributed conversions / conversions. */
      attribution_coverage: number | null;
      click_position_buckets: components['schemas']['Bucket'][];
      clicks: number;
      /** @description Sessions with an attributed conversion / sessions. */
      conversion_rate: number | null;
      /** @description Pairs of order and item, attributed or not. */
      conversions: number;
      /** @description Searches with a click / searches. */
      ctr: number | null;
      /** @description Begin of the period used, as a date of the tenant or a time. */
      from: string;
      /** @description Over clicks, from 1. */
      mean_click_position: number | null;
      /** @description Searches with results and no click / searches with results. */
      no_click_rate: number | null;
      /** @description Searches without results / searches. */
      no_result_rate: number | null;
      /** @description By currency, never summed across. */
      revenue: components['schemas']['RevenueRow'][];
      /** @description Search events. */
      searches: number;
      /** @description Sessions with a search. */
      sessions: number;
      /** @description End of the period used. */
      to: string;
    };
    OverviewResponse: {
      /**
       * Format: date-time
       * @description A day that goes on and has 20,000 searches or more is counted every few minutes, at most 15 old: then this is when it was counted last, for all reports of it. Null: all events until now are in.
       */
      as_of: string | null;
      attributed_conversions: number;
      /** @description Conversions by the rule that decided; they add up. */
      attribution: components['schemas']['AttributionRow'][];
      /** @description Attributed conversions / conversions. */
      attribution_coverage: number | null;
      click_position_buckets: components['schemas']['Bucket'][];
      clicks: number;
      /** @description Sessions with an attributed conversion / sessions. */
      conversion_rate: number | null;
      /** @description Pairs of order and item, attributed or not. */
      conversions: number;
      /** @description Searches with a click / searches. */
      ctr: number | null;
      /** @description Begin of the period used, as a date of the tenant or a time. */
      from: string;
      /** @description Over clicks, from 1. */
      mean_click_position: number | null;
      /** @description Searches with results and no click / searches with results. */
      no_click_rate: number | null;
      /** @description Searches without results / searches. */
      no_result_rate: number | null;
      /** @description The period of the same length before. */
      previous: components['schemas']['OverviewCounts'];
      /** @description By currency, never summed across. */
      revenue: components['schemas']['RevenueRow'][];
      /** @description Search events. */
      searches: number;
      /** @description Sessions with a search. */
      sessions: number;
      /** @description End of the period used. */
      to: string;
    };
    OwnTenantResponse: {
      name: string;
      /** @enum {string} */
      role: 'viewer' | 'editor' | 'owner';
      slug: string;
    };
    PanelConfigResponse: {
      /** @description Languages of the panel (BCP 47). */
      locales: string[];
      /** @description Null: no single sign-on. */
      oidc: components['schemas']['OidcConfigResponse'] | null;
      /** @description Of the service. */
      version: string;
    };
    PasswordRequest: {
      /** @description The present one; not needed when there is none, or after a one-time link. */
      current?: string;
      /** @description Any characters. */
      password: string;
    };
    PatchConnectorRequest: {
      /** @description Sent over https only; never answered. */
      auth?: components['schemas']['AuthBody'] | null;
      /** @example cursor */
      cursorParam?: string | null;
      /** @example meta.next_cursor */
      cursorPath?: string | null;
      /**
       * @description Default: `items`, `data`, `results`, the root.
       * @example data.items
       */
      dataPath?: string | null;
      /** @default true */
      enabled?: boolean;
      /**
       * Format: uri
       * @description Answers JSON to GET.
       * @example https://shop.example/api/products
       */
      endpoint?: string;
      /**
       * @description Number of the first page.
       * @default 1
       */
      firstPage?: number;
      /** @default 360 */
      interval_minutes?: number;
      /** @default limit */
      limitParam?: string;
      /**
       * @description Document field → path in the item.
       * @example {
       *       "id": "sku",
       *       "title": "name",
       *       "price": "variants.0.price"
       *     }
       */
      mapping?: {
        [key: string]: string;
      } | null;
      /** @description Default: the endpoint's host. */
      name?: string;
      /**
       * @description With `link`; default: the header `Link`.
       * @example links.next
       */
      nextLink?: string | null;
      /** @description Default `page`; with offset paging `offset`. */
      pageParam?: string | null;
      /** @default 100 */
      pageSize?: number;
      /**
       * @default page
       * @enum {string}
       */
      paginated?: 'page' | 'cursor' | 'none' | 'offset' | 'link';
      /**
       * @description Remove documents that a complete listing has no longer.
       * @default true
       */
      prune_missing?: boolean;
      /** @description The feeding catalogue; default: one of its own. */
      source?: string;
      /**
       * @description minor_units, decimal_comma, strip_html, split, join, lowercase, absolute_url; split and join also with what stands between: split:;
       * @example {
       *       "price": "minor_units"
       *     }
       */
      transforms?: {
        [key: string]: string;
      } | null;
    };
    PatchedSettingsResponse: {
      /** @description 0: no AI. */
      ai_budget_cents_per_month: number;
      ai_budget_cents_per_run: number;
      /** @default 0.85 */
      auto_confidence_threshold: number;
      /** @description What the learner should know of the shop, in Markdown. */
      business_memory_md: string;
      /** @description Facets that the widget shows. */
      facet_fields: string[];
      /** @description Ignore events of browsers that send Sec-GPC: 1. */
      honour_gpc: boolean;
      /** @default 0.65 */
      hybrid_confidence_threshold: number;
      /**
       * @description Language of the catalogue (BCP 47), the default of a query's.
       * @example es
       */
      locale: string;
      rate_limit_per_minute: number;
      /** @description Days that raw events are kept. */
      retention_days: number;
      /** @description Fields in order of weight; null is the default order. */
      searchable_fields: string[] | null;
      /** @description Local hour of the nightly run. */
      smart_hour: number;
      /** @description Longer queries are not learned from. */
      smart_max_query_length: number;
      /**
       * @description What the nightly learner may do with what it finds.
       * @enum {string}
       */
      smart_mode: 'off' | 'shadow' | 'hybrid' | 'auto';
      /**
       * @description IANA time zone.
       * @example Europe/Madrid
       */
      timezone: string;
      typo_tolerance: boolean;
      /** @description What was stored but deserves a second look. */
      warnings?: components['schemas']['SettingsWarning'][];
    };
    PatchRuleRequest: {
      actions?: components['schemas']['RuleActionsBody'];
      /** @description Any of them matches; an empty list: every search. */
      conditions?: components['schemas']['RuleConditionBody'][];
      /** @default true */
      enabled?: boolean;
      /**
       * Format: date-time
       * @description Not in force from here on.
       */
      ends_at?: string | null;
      name?: string;
      /**
       * @description Higher first, then the older.
       * @default 0
       */
      priority?: number;
      /** Format: date-time */
      starts_at?: string | null;
    };
    PatchSettingsRequest: {
      /** @description 0: no AI. */
      ai_budget_cents_per_month?: number;
      ai_budget_cents_per_run?: number;
      /** @default 0.85 */
      auto_confidence_threshold?: number;
      /** @description What the learner should know of the shop, in Markdown. */
      business_memory_md?: string;
      /** @description Facets that the widget shows. */
      facet_fields?: string[];
      /** @description Ignore events of browsers that send Sec-GPC: 1. */
      honour_gpc?: boolean;
      /** @default 0.65 */
      hybrid_confidence_threshold?: number;
      /**
       * @description Language of the catalogue (BCP 47), the default of a query's.
       * @example es
       */
      locale?: string;
      rate_limit_per_minute?: number;
      /** @description Days that raw events are kept. */
      retention_days?: number;
      /** @description Fields in order of weight; null is the default order. */
      searchable_fields?: string[] | null;
      /** @description Local hour of the nightly run. */
      smart_hour?: number;
      /** @description Longer queries are not learned from. */
      smart_max_query_length?: number;
      /**
       * @description What the nightly learner may do with what it finds.
       * @enum {string}
       */
      smart_mode?: 'off' | 'shadow' | 'hybrid' | 'auto';
      /**
       * @description IANA time zone.
       * @example Europe/Madrid
       */
      timezone?: string;
      typo_tolerance?: boolean;
    };
    PatchSynonymRequest: {
      /** @default true */
      enabled?: boolean;
      /** @example laptop */
      input?: string | null;
      /**
       * @description For queries in this language only (BCP 47).
       * @example es
       */
      locale?: string | null;
      /**
       * @example [
       *       "sofa",
       *       "couch"
       *     ]
       */
      terms?: string[];
      /**
       * @description two_way: the terms mean the same. one_way: input also finds terms.
       * @enum {string}
       */
      type?: 'two_way' | 'one_way';
    };
    PersonResponse: {
      /** Format: email */
      email: string;
      has_password: boolean;
      /** Format: uuid */
      id: string;
      /** @description Empty when not given. */
      name: string;
    };
    PinBody: {
      id: string;
      /** @description From 1, through all pages. */
      position: number;
    };
    Point: {
      /** Format: date-time */
      at: string;
      /** @description For revenue: one row a currency. */
      currency?: string;
      value: number | null;
    };
    PresetListResponse: {
      rows: components['schemas']['PresetResponse'][];
      total: number;
    };
    PresetResponse: {
      /** @description The header that carries its credentials. */
      auth_header: string | null;
      /** @description Fields of a connector. */
      config: {
        [key: string]: unknown;
      };
      endpoint_example: string;
      id: string;
      name: string;
      note: string | null;
    };
    PreviewRequest: {
      /** @enum {string} */
      channel?: 'overlay' | 'results_page';
      /**
       * @description BCP 47; default the tenant's.
       * @example es
       */
      locale?: string;
      /** @default 10 */
      per_page?: number;
      /** @description Default: the suggestion's words, or all. */
      q?: string;
      /**
       * @description Also try it on what is asked most.
       * @enum {string}
       */
      queries?: 'frequent';
      rules?: components['schemas']['DraftRule'][];
      /**
       * Format: uuid
       * @description Its synonym is one more draft.
       */
      suggestion_id?: string;
      synonyms?: components['schemas']['DraftSynonym'][];
    };
    PreviewResponse: {
      /** @description With the drafts in force. */
      after: components['schemas']['SearchResponse'];
      /** @description As shoppers get it now, each hit explained. */
      before: components['schemas']['SearchResponse'];
      /** @description With `queries: "frequent"`. */
      frequent: components['schemas']['FrequentResponse'] | null;
    };
    ProbePageResponse: {
      bytes: number;
      /** @description Where the items stand; '' is the root. */
      data_path: string;
      failed: number;
      items: number;
      /** @description By the merchant's own word. */
      total: number | null;
      valid: number;
    };
    /** @description What went wrong (RFC 9457). */
    Problem: {
      /** @description Stable; decide by this. */
      code: string;
      /** @description For people; never parse it. */
      detail: string;
      errors?: {
        code: string;
        /** @description JSON Pointer into the body, or the name of a parameter. */
        field: string;
        message: string;
      }[];
      /** @description Path of the request. */
      instance: string;
      request_id: string;
      status: number;
      title: string;
      /** @description Address of the page that explains the code. */
      type: string;
    };
    PushDocument: {
      /** @description Every field that is not named here. */
      attributes?: {
        [key: string]: unknown;
      };
      brand?: string;
      /**
       * @example [
       *       "Clothing > Shoes > Sneakers"
       *     ]
       */
      categories?: string[];
      /** Format: date-time */
      created_at?: string;
      /**
       * @description ISO 4217.
       * @example EUR
       */
      currency?: string;
      /** @description True deletes the document; only `id` is needed then. */
      deleted?: boolean;
      description?: string;
      /** @default product */
      docType: string;
      gtin?: string;
      id: string;
      image?: string;
      popularity?: number;
      /** @description Exact; at most 4 decimals. A text is understood too. */
      price?: number;
      rating?: number;
      sku?: string;
      stock?: number;
      tags?: string[];
      title: string;
      /** Format: date-time */
      updated_at?: string;
      /** @description Absolute http(s), or beginning with "/". */
      url: string;
    };
    PushedDocumentError: {
      code: string;
      /**
       * @description JSON Pointer into the body.
       * @example /documents/3/price
       */
      field: string;
      message: string;
    };
    PushedDocumentResponse: {
      error?: components['schemas']['PushedDocumentError'];
      id: string | null;
      /** @description In `documents`, counting from 0. */
      position: number;
      /** @enum {string} */
      status: 'created' | 'updated' | 'unchanged' | 'deleted' | 'superseded' | 'failed';
    };
    PushRequest: {
      documents: components['schemas']['PushDocument'][];
      /**
       * @description The feeding catalogue.
       * @example erp
       */
      source: string;
    };
    PushResponse: {
      deleted: number;
      failed: number;
      /** @description Created, updated and unchanged. */
      indexed: number;
      /** @description indexed + deleted + superseded + failed. */
      received: number;
      results: components['schemas']['PushedDocumentResponse'][];
      source: string;
      superseded: number;
      /** @description The catalogue's version after the push. */
      version: number;
    };
    QueriesResponse: {
      /** @description Begin of the period used, as a date of the tenant or a time. */
      from: string;
      limit: number;
      offset: number;
      rows: components['schemas']['QueryRow'][];
      /** @description End of the period used. */
      to: string;
      total: number;
    };
    QueryRow: {
      /** @description Searches with a click. */
      clicked: number;
      clicks: number;
      /** @description Conversions owed to it. */
      conversions: number;
      ctr: number | null;
      no_clicks: number;
      no_result_rate: number | null;
      no_results: number;
      normalized_query: string;
      /** @description As one shopper typed it. */
      query: string;
      searches: number;
      /** @description Summed over days. */
      sessions: number;
    };
    ReasonFactsResponse: {
      /** @enum {string} */
      code:
        | 'typo'
        | 'synonym'
        | 'compound'
        | 'plural'
        | 'translation'
        | 'code'
        | 'numbers'
        | 'opposites'
        | 'brands'
        | 'accessory'
        | 'spaced_code'
        | 'spaced_word'
        | 'two_spellings'
        | 'one_and_many'
        | 'brand_ampersand'
        | 'brand_apostrophe'
        | 'brand_initials';
      /** @description Rescued sessions that bought. */
      conversions: number;
      /** @description What an AI provider wrote about it, in its language. */
      opinion: string | null;
      /**
       * @description Where the suggestion comes from.
       * @enum {string}
       */
      source: 'searches' | 'catalogue';
    };
    RecentEventResponse: {
      /**
       * Format: date-time
       * @description When it arrived.
       */
      at: string;
      channel: string | null;
      currency: string | null;
      item_id: string | null;
      /** @enum {string} */
      kind: 'search' | 'click' | 'conversion';
      position: number | null;
      /** @description As typed; null when it looks personal, or is not known. */
      query: string | null;
      results_count: number | null;
      /** @description Decimal. */
      revenue: string | null;
    };
    RecentEventsResponse: {
      /** @description Of the last 15 minutes, the newest first, 50 at most. */
      rows: components['schemas']['RecentEventResponse'][];
    };
    RejectRequest: {
      reason?: string | null;
    };
    RelaxationResponse: {
      /** @description Words that could be left out. */
      optional: string[];
    };
    RepeatedClicksResponse: {
      from: string;
      limit: number;
      offset: number;
      rows: components['schemas']['RepeatedClicksRow'][];
      to: string;
      total: number;
    };
    RepeatedClicksRow: {
      clicks: number;
      item_id: string;
      mean_position: number;
      query: string;
      sessions: number;
      /** @description Of all clicks for this query. */
      share: number;
      /** @description A rule that pins it, as `POST rules` takes it. */
      suggested_rule: Record<string, never>;
      title: string | null;
    };
    ReplayResponse: {
      /** @description Queries with results whose first ten would change. */
      changed: number;
      changed_searches: number;
      /** @description Of these, queries that would lose a hit from its place. */
      displaced: number;
      displaced_searches: number;
      /** @description It would do more harm than good: no run applies it. */
      held: boolean;
      /** @description Frequent queries of the last 14 days that it concerns. */
      queries: number;
      /** @description Queries without results that would have some. */
      recovered: number;
      recovered_searches: number;
      /** @description Searches that these stand for. */
      searches: number;
    };
    RevenueRow: {
      amount: number;
      /** @description The part of it that is owed to a search. */
      attributed_amount: number;
      conversions: number;
      /** @example EUR */
      currency: string;
    };
    RotateKeyRequest: {
      /**
       * @description Hours in which the old key still works.
       * @default 24
       */
      grace_hours?: number;
    };
    RuleActionsBody: {
      banner?: components['schemas']['BannerBody'] | null;
      boost?: components['schemas']['BoostBody'][];
      bury?: components['schemas']['BuryBody'][];
      /**
       * @example {
       *       "brand": [
       *         "Acme"
       *       ],
       *       "price": {
       *         "lte": 50
       *       }
       *     }
       */
      filter?: {
        [key: string]: unknown;
      } | null;
      hide?: string[];
      pin?: components['schemas']['PinBody'][];
      /**
       * @description http(s), or a path of the site.
       * @example /sale
       */
      redirect?: string | null;
      replace_query?: string | null;
    };
    RuleActionsResponse: {
      banner: components['schemas']['BannerResponse'] | null;
      boost: components['schemas']['BoostBody'][];
      bury: components['schemas']['BuryBody'][];
      filter?: {
        [key: string]: unknown;
      } | null;
      hide: string[];
      pin: components['schemas']['PinBody'][];
      redirect: string | null;
      replace_query: string | null;
    };
    RuleConditionBody: {
      /** @enum {string|null} */
      channel?: 'overlay' | 'results_page' | null;
      /** @example es */
      locale?: string | null;
      /** @enum {string} */
      match: 'is' | 'starts' | 'ends' | 'contains';
      /**
       * @description Whole words; plurals and synonyms match.
       * @example running shoes
       */
      pattern: string;
    };
    RuleConditionResponse: {
      /** @enum {string|null} */
      channel: 'overlay' | 'results_page' | null;
      locale: string | null;
      /** @enum {string} */
      match: 'is' | 'starts' | 'ends' | 'contains';
      pattern: string;
    };
    RuleConflictResponse: {
      /** @description Ids of the items that it is about. */
      items: string[];
      /** @enum {string} */
      kind:
        'redirect' | 'replace_query' | 'pin_hidden' | 'pinned_twice' | 'position' | 'boost_buried' | 'same_condition';
      /**
       * @description The shortest query for which both are in force; empty: any.
       * @example red shoes
       */
      query: string;
      /** @description The one that prevails is the first. */
      rules: components['schemas']['RuleNameResponse'][];
    };
    RuleConflictsResponse: {
      /** @description False when there are more than are listed. */
      complete: boolean;
      rows: components['schemas']['RuleConflictResponse'][];
      total: number;
    };
    RuleNameResponse: {
      /** Format: uuid */
      id: string;
      name: string;
    };
    RulePageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['RuleResponse'][];
      total: number;
    };
    RuleResponse: {
      actions: components['schemas']['RuleActionsResponse'];
      conditions: components['schemas']['RuleConditionResponse'][];
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      /** Format: date-time */
      ends_at: string | null;
      /** Format: uuid */
      id: string;
      name: string;
      priority: number;
      /** Format: date-time */
      starts_at: string | null;
      /** Format: date-time */
      updated_at: string;
      /** @description An address, or the name of a key. */
      updated_by: string | null;
      /** @description Grows with each change; the `ETag`, for `If-Match`. */
      version: number;
    };
    RunAiResponse: {
      calls: number;
      input_tokens: number;
      model: string | null;
      output_tokens: number;
      provider: string | null;
    };
    RunMetricsResponse: {
      applied: number;
      /** @description Of those created. */
      by_band: components['schemas']['BandsResponse'];
      /** @description Their target left the catalogue, or nobody used them. */
      expired: number;
      /** @description Different queries that failed. */
      failed_queries: number;
      logged: number;
      /** @description Different pairs of a failed query and what rescued it, since an hour before the window; when the run has succeeded, without those of enough sessions that are a change of topic. */
      pairs_found: number;
      pending: number;
      /** @description Searches, a chain of keystrokes being one. */
      queries_analysed: number;
      reopened: number;
      /** @description Taken back because they did harm. */
      reverted: number;
      /** @description Sessions with a search in the window. */
      sessions: number;
      /** @description Of pairs_found, seen in fewer than three sessions. */
      skipped_few_sessions: number;
      /** @description Longer than smart_max_query_length. */
      skipped_length: number;
      /** @description Looked like personal data. */
      skipped_personal: number;
      /** @description That no run had made before. */
      suggestions_created: number;
    };
    RunPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['RunResponse'][];
      total: number;
    };
    RunReferenceResponse: {
      /** @description AI cost of the run in US cents. */
      cost_usd_cents: number;
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      mode: 'off' | 'shadow' | 'hybrid' | 'auto';
      /** Format: date-time */
      started_at: string;
    };
    RunResponse: {
      ai: components['schemas']['RunAiResponse'];
      /** @description US cents, rounded up. */
      cost_usd_cents: number;
      /** @description Why it failed; of one that succeeded, what it did without. */
      error: string | null;
      /** Format: date-time */
      finished_at: string | null;
      /** Format: uuid */
      id: string;
      /** @description They grow while it runs. */
      metrics: components['schemas']['RunMetricsResponse'];
      /** @enum {string} */
      mode: 'off' | 'shadow' | 'hybrid' | 'auto';
      /** Format: date-time */
      started_at: string;
      /** @enum {string} */
      status: 'running' | 'succeeded' | 'failed' | 'skipped';
      /** @enum {string} */
      trigger: 'cron' | 'manual';
    };
    SampleResponse: {
      document: {
        [key: string]: unknown;
      };
      error: components['schemas']['SyncErrorResponse'] | null;
      /** @description As the shop answers it. */
      item: {
        [key: string]: unknown;
      };
    };
    SearchBannerResponse: {
      image: string | null;
      text: string | null;
      title: string;
      url: string | null;
    };
    SearchBody: {
      /** @enum {string} */
      channel?: 'overlay' | 'results_page';
      /**
       * @description Each hit says how it came to its place.
       * @default false
       */
      explain?: boolean;
      /**
       * @description Values a facet lists at most.
       * @default 100
       */
      facet_limit?: number;
      /**
       * @description Finds values of a facet by the beginnings of their words; the field need not stand in facets too.
       * @example {
       *       "brand": "son"
       *     }
       */
      facet_query?: {
        [key: string]: string;
      } | null;
      /**
       * @example [
       *       "brand",
       *       "attributes.colour"
       *     ]
       */
      facets?: string[];
      /**
       * @description Keys are ANDed, lists ORed; `any` holds alternatives, `not` what must not be.
       * @example {
       *       "brand": [
       *         "A",
       *         "B"
       *       ],
       *       "price": {
       *         "gte": 10,
       *         "lte": 50
       *       },
       *       "in_stock": true,
       *       "not": {
       *         "tags": "old"
       *       }
       *     }
       */
      filters?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Language of the query; default the tenant's.
       * @example es
       */
      locale?: string;
      /** @default 1 */
      page?: number;
      /** @default 20 */
      per_page?: number;
      /** @description Empty: browse by popularity. */
      q?: string;
      /**
       * Format: uuid
       * @description Ties what follows to this search.
       */
      session_id?: string;
      /**
       * @description relevance, popularity, newest, price:asc|desc or attributes.x:asc|desc.
       * @default relevance
       * @example price:asc
       */
      sort?: string;
    };
    SearchResponse: {
      applied: components['schemas']['AppliedResponse'];
      banners: components['schemas']['SearchBannerResponse'][];
      /** @description What was understood, when that differs. */
      corrected_query: string | null;
      facets: components['schemas']['FacetResponse'][];
      hits: components['schemas']['HitResponse'][];
      normalized_query: string;
      page: number;
      per_page: number;
      /** @description As it was typed. */
      query: string;
      /** Format: uuid */
      query_id: string;
      /** @description Where a rule sends the shopper. */
      redirect: string | null;
      took_ms: number;
      /** @description Hits that match every word, and pins. */
      total: number;
      /** @enum {string} */
      total_relation: 'eq' | 'gte';
      /** @description Hits below them that match only some of the words. */
      total_relaxed: number;
    };
    SessionListResponse: {
      /** @description Newest first, at most 20. */
      rows: components['schemas']['ListedSessionResponse'][];
    };
    SessionResponse: {
      /** Format: date-time */
      expires_at: string;
      /**
       * @description How this session began.
       * @enum {string}
       */
      method: 'password' | 'link' | 'oidc';
      tenants: components['schemas']['OwnTenantResponse'][];
      user: components['schemas']['PersonResponse'];
    };
    SettingsResponse: {
      /** @description 0: no AI. */
      ai_budget_cents_per_month: number;
      ai_budget_cents_per_run: number;
      /** @default 0.85 */
      auto_confidence_threshold: number;
      /** @description What the learner should know of the shop, in Markdown. */
      business_memory_md: string;
      /** @description Facets that the widget shows. */
      facet_fields: string[];
      /** @description Ignore events of browsers that send Sec-GPC: 1. */
      honour_gpc: boolean;
      /** @default 0.65 */
      hybrid_confidence_threshold: number;
      /**
       * @description Language of the catalogue (BCP 47), the default of a query's.
       * @example es
       */
      locale: string;
      rate_limit_per_minute: number;
      /** @description Days that raw events are kept. */
      retention_days: number;
      /** @description Fields in order of weight; null is the default order. */
      searchable_fields: string[] | null;
      /** @description Local hour of the nightly run. */
      smart_hour: number;
      /** @description Longer queries are not learned from. */
      smart_max_query_length: number;
      /**
       * @description What the nightly learner may do with what it finds.
       * @enum {string}
       */
      smart_mode: 'off' | 'shadow' | 'hybrid' | 'auto';
      /**
       * @description IANA time zone.
       * @example Europe/Madrid
       */
      timezone: string;
      typo_tolerance: boolean;
    };
    SettingsWarning: {
      field: string;
      message: string;
    };
    ShadowResponse: {
      /** @enum {string} */
      mode: 'hybrid' | 'auto';
      precision: number | null;
      right: number;
      threshold: number;
      undecided: number;
      /** @description Proposed so far with a confidence that this mode applies. */
      would_apply: number;
      wrong: number;
    };
    SignInRequest: {
      /** Format: email */
      email: string;
      password: string;
    };
    SimilarResponse: {
      items: components['schemas']['HitResponse'][];
    };
    SuggestBody: {
      /**
       * @description Queries, and items, at most.
       * @default 5
       */
      limit?: number;
      /** @description What is typed so far. Empty: what is popular. */
      q?: string;
    };
    SuggestedQueryResponse: {
      /** @description As it is mostly written. */
      query: string;
      /** @description Sessions that asked for it, a month ago counting half. */
      score: number;
    };
    SuggestionPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['SuggestionResponse'][];
      total: number;
    };
    SuggestionResponse: {
      /** @description Two decimals, rounded down. */
      confidence: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      decided_at: string | null;
      /** @description A person, or the name of a key; null: a run. */
      decided_by: string | null;
      /**
       * @description What the applier decided, also in shadow mode.
       * @enum {string}
       */
      decision: 'auto' | 'suggested' | 'logged';
      evidence: components['schemas']['EvidenceResponse'];
      /** @description The query that failed. */
      failed: string;
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      kind: 'typo' | 'synonym' | 'compound' | 'plural' | 'translation' | 'code';
      /** @description In English; `evidence.because` says it without words. */
      reason: string;
      reject_reason: string | null;
      /** @description The term that rescues it. */
      rescue: string;
      /** @description The run that produced it. */
      run: components['schemas']['RunReferenceResponse'];
      /** @enum {string} */
      status: 'pending' | 'accepted' | 'rejected' | 'applied' | 'logged' | 'reverted';
      /** @description What it should find too. */
      suggested: string;
    };
    SuggestionWithHistoryResponse: {
      /** @description Two decimals, rounded down. */
      confidence: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      decided_at: string | null;
      /** @description A person, or the name of a key; null: a run. */
      decided_by: string | null;
      /**
       * @description What the applier decided, also in shadow mode.
       * @enum {string}
       */
      decision: 'auto' | 'suggested' | 'logged';
      evidence: components['schemas']['EvidenceResponse'];
      /** @description The query that failed. */
      failed: string;
      /** @description Its life, the oldest first; up to 100 entries. */
      history: components['schemas']['HistoryEntryResponse'][];
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      kind: 'typo' | 'synonym' | 'compound' | 'plural' | 'translation' | 'code';
      /** @description In English; `evidence.because` says it without words. */
      reason: string;
      reject_reason: string | null;
      /** @description The term that rescues it. */
      rescue: string;
      /** @description The run that produced it. */
      run: components['schemas']['RunReferenceResponse'];
      /** @enum {string} */
      status: 'pending' | 'accepted' | 'rejected' | 'applied' | 'logged' | 'reverted';
      /** @description What it should find too. */
      suggested: string;
    };
    SuggestResponse: {
      items: components['schemas']['HitResponse'][];
      /** @description Asked for in at least 3 sessions, with results now. */
      queries: components['schemas']['SuggestedQueryResponse'][];
    };
    SyncErrorResponse: {
      code: string;
      item_id: string | null;
      message: string;
      /** @description The page asked for, counting from 1. */
      page: number | null;
      /**
       * @description Place in the merchant's answer.
       * @example products.3.price
       */
      path: string | null;
    };
    SyncPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['SyncResponse'][];
      total: number;
    };
    SyncResponse: {
      /** Format: uuid */
      connector_id: string;
      created: number;
      /** @description The first 50. */
      errors: components['schemas']['SyncErrorResponse'][];
      failed: number;
      /** Format: date-time */
      finished_at: string | null;
      /** @description Removals that wait for approval. */
      held_removals: number;
      /** Format: uuid */
      id: string;
      items: number;
      /** Format: date-time */
      next_sync_at: string | null;
      pages: number;
      /** Format: date-time */
      queued_at: string;
      removed: number;
      /** Format: date-time */
      started_at: string | null;
      /** @enum {string} */
      status: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'skipped';
      /** @enum {string} */
      trigger: 'schedule' | 'manual' | 'retry';
      /** @description There are more pages than one sync fetches. */
      truncated: boolean;
      unchanged: number;
      updated: number;
    };
    SynonymPageResponse: {
      limit: number;
      offset: number;
      rows: components['schemas']['SynonymResponse'][];
      total: number;
    };
    SynonymResponse: {
      /** @description null unless learned. */
      confidence: number | null;
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      /** Format: uuid */
      id: string;
      /** @description Of a one-way synonym. */
      input: string | null;
      /** @description null: queries in every language. */
      locale: string | null;
      /** @enum {string} */
      source: 'manual' | 'learned' | 'import';
      /**
       * Format: uuid
       * @description The suggestion it came from.
       */
      suggestion_id: string | null;
      terms: string[];
      /** @enum {string} */
      type: 'two_way' | 'one_way';
      /** Format: date-time */
      updated_at: string;
      /** @description An address, or the name of a key. */
      updated_by: string | null;
      /** @description Grows with each change; the `ETag`, for `If-Match`. */
      version: number;
    };
    TestConnectorRequest: {
      /** @description Sent over https only; never answered. */
      auth?: components['schemas']['AuthBody'] | null;
      /**
       * Format: uuid
       * @description Without `auth`: ask with the credentials that this connector keeps, of the same host only.
       */
      connector_id?: string;
      /** @example cursor */
      cursorParam?: string | null;
      /** @example meta.next_cursor */
      cursorPath?: string | null;
      /**
       * @description Default: `items`, `data`, `results`, the root.
       * @example data.items
       */
      dataPath?: string | null;
      /** @default true */
      enabled?: boolean;
      /**
       * Format: uri
       * @description Answers JSON to GET.
       * @example https://shop.example/api/products
       */
      endpoint: string;
      /**
       * @description Number of the first page.
       * @default 1
       */
      firstPage?: number;
      /** @default 360 */
      interval_minutes?: number;
      /** @default limit */
      limitParam?: string;
      /**
       * @description Document field → path in the item.
       * @example {
       *       "id": "sku",
       *       "title": "name",
       *       "price": "variants.0.price"
       *     }
       */
      mapping?: {
        [key: string]: string;
      } | null;
      /** @description Default: the endpoint's host. */
      name?: string;
      /**
       * @description With `link`; default: the header `Link`.
       * @example links.next
       */
      nextLink?: string | null;
      /** @description Default `page`; with offset paging `offset`. */
      pageParam?: string | null;
      /** @default 100 */
      pageSize?: number;
      /**
       * @default page
       * @enum {string}
       */
      paginated?: 'page' | 'cursor' | 'none' | 'offset' | 'link';
      /**
       * @description Remove documents that a complete listing has no longer.
       * @default true
       */
      prune_missing?: boolean;
      /** @description The feeding catalogue; default: one of its own. */
      source?: string;
      /**
       * @description minor_units, decimal_comma, strip_html, split, join, lowercase, absolute_url; split and join also with what stands between: split:;
       * @example {
       *       "price": "minor_units"
       *     }
       */
      transforms?: {
        [key: string]: string;
      } | null;
    };
    TestConnectorResponse: {
      coverage: components['schemas']['CoverageResponse'][];
      detected: components['schemas']['DetectionResponse'] | null;
      errors: components['schemas']['SyncErrorResponse'][];
      /** @description Number of the first page, as it was found. */
      first_page: number | null;
      /** @description The page could be read, and every item of it is a valid document. */
      ok: boolean;
      page: components['schemas']['ProbePageResponse'] | null;
      samples: components['schemas']['SampleResponse'][];
    };
    TimeseriesResponse: {
      /** @description Begin of the period used, as a date of the tenant or a time. */
      from: string;
      /** @enum {string} */
      interval: 'hour' | 'day';
      metric: string;
      rows: components['schemas']['Point'][];
      /** @description End of the period used. */
      to: string;
    };
    TrackClickRequest: {
      /** @enum {string} */
      channel?: 'overlay' | 'results_page';
      /**
       * Format: uuid
       * @description The same id again is a duplicate, for at least 7 days.
       */
      event_id?: string;
      item_id: string;
      /** @description Place in the list through all pages, from 1. */
      position: number;
      query: string;
      /**
       * Format: uuid
       * @description The `query_id` of the search that led here.
       */
      query_id?: string;
      /**
       * Format: uuid
       * @description Session of the shopper; made by the SDK, kept for 24 hours.
       */
      session_id: string;
      /**
       * Format: date-time
       * @description When it happened; default now.
       */
      timestamp?: string;
    };
    TrackConversionRequest: {
      /**
       * @description ISO 4217.
       * @example EUR
       */
      currency: string;
      /**
       * Format: uuid
       * @description The same id again is a duplicate, for at least 7 days.
       */
      event_id?: string;
      item_id: string;
      /** @description An order counts an item once. */
      order_id: string;
      /** @default 1 */
      quantity?: number;
      /**
       * Format: uuid
       * @description The `query_id` of the search that led here.
       */
      query_id?: string;
      /** @description Kept exactly. */
      revenue: number | string;
      /**
       * Format: uuid
       * @description Session of the shopper; made by the SDK, kept for 24 hours.
       */
      session_id: string;
      /**
       * Format: date-time
       * @description When it happened; default now.
       */
      timestamp?: string;
    };
    TrackResponse: {
      /** Format: uuid */
      event_id: string;
      /**
       * @description Why it was ignored: a crawler, a shopper who sent `Sec-GPC: 1`, or a `timestamp` over 30 days old or 1 hour ahead.
       * @enum {string}
       */
      reason?: 'bot' | 'opt_out' | 'clock_skew';
      /**
       * @description `accepted`: committed to the database, a crash loses nothing. `duplicate`: it was there already.
       * @enum {string}
       */
      status: 'accepted' | 'duplicate' | 'ignored';
    };
    TrackSearchRequest: {
      /** @description The browser's language. */
      accept_language?: Record<string, never>;
      /** @enum {string} */
      channel: 'overlay' | 'results_page';
      /**
       * Format: uuid
       * @description The same id again is a duplicate, for at least 7 days.
       */
      event_id?: string;
      /** @description As the shopper typed it. */
      query: string;
      /**
       * Format: uuid
       * @description The `query_id` of the search that led here.
       */
      query_id?: string;
      /** @description Number of results shown. */
      results_count: number;
      /**
       * Format: uuid
       * @description Session of the shopper; made by the SDK, kept for 24 hours.
       */
      session_id: string;
      /**
       * Format: date-time
       * @description When it happened; default now.
       */
      timestamp?: string;
    };
    Value: {
      amount: number;
      currency: string;
    };
    Variant: {
      count: number;
      query: string;
    };
    WordChangeResponse: {
      from: string;
      to: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  pushDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PushRequest'];
      };
    };
    responses: {
      /** @description No document failed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PushResponse'];
        };
      };
      /** @description Some documents failed; the others are in. */
      207: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PushResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteSource: {
    parameters: {
      query: {
        /** @description The feeding catalogue whose documents are deleted. */
        source: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletedSourceResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletedResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  healthLive: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @example ok */
            status?: string;
          };
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  healthReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @example ok */
            status?: string;
          };
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  metrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  panelConfig: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PanelConfigResponse'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordRequest'];
      };
    };
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionResponse'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  signIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInRequest'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  signOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  signInByLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LinkRequest'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionListResponse'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description A person's address, the name of a key, or `mirabel`. */
        actor?: string;
        /** @description From then on. */
        from?: string;
        kind?:
          | 'rule'
          | 'synonym'
          | 'suggestion'
          | 'run'
          | 'settings'
          | 'key'
          | 'connector'
          | 'item'
          | 'source'
          | 'member'
          | 'privacy';
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description What was changed; with `kind`. */
        subject_id?: string;
        /** @description Before then. */
        to?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  catalogHealth: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogHealthResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listCatalogItems: {
    parameters: {
      query?: {
        /** @description Only items of which this is so. */
        check?:
          | 'missing_image'
          | 'missing_price'
          | 'missing_currency'
          | 'zero_price'
          | 'missing_category'
          | 'missing_brand'
          | 'missing_description'
          | 'long_title'
          | 'duplicate_title'
          | 'duplicate_gtin'
          | 'out_of_stock';
        /** @description An item that says nothing of its stock is in stock. */
        in_stock?: boolean;
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description Words, each in the title, the id, the sku or the gtin. */
        q?: string;
        /** @description Only items that this feeding catalogue wrote. */
        source?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ItemPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listConnectors: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createConnector: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateConnectorRequest'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readConnector: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteConnector: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateConnector: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchConnectorRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  syncConnector: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SyncResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listSyncs: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SyncPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readSync: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        syncId: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SyncResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  approveRemovals: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        syncId: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SyncResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  detectConnector: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DetectConnectorRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DetectionResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listConnectorPresets: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PresetListResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  testConnector: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestConnectorRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestConnectorResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listItems: {
    parameters: {
      query?: {
        /** @description Only items of this type. */
        doc_type?: string;
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description Only items that this feeding catalogue wrote. */
        source?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ItemPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readItem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ItemResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateItem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DocumentSchema'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ItemResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  similarItems: {
    parameters: {
      query?: {
        limit?: number;
      };
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SimilarResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listKeys: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateKeyRequest'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewKeyResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  revokeKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  rotateKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateKeyRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewKeyResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InviteMemberRequest'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  changeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMemberRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  linkMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OneTimeLinkResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  metricsConversions: {
    parameters: {
      query?: {
        channel?: 'overlay' | 'results_page';
        /** @description Begin of the period; default 8 days up to its end: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        from?: string;
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description End of the period; a date is included, a time excluded; default today: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        to?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversionsResponse'];
          'text/csv': components['schemas']['ConversionsResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  metricsItems: {
    parameters: {
      query: {
        by: 'clicks' | 'conversions' | 'revenue';
        channel?: 'overlay' | 'results_page';
        /** @description Begin of the period; default 8 days up to its end: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        from?: string;
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description End of the period; a date is included, a time excluded; default today: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        to?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ItemsResponse'];
          'text/csv': components['schemas']['ItemsResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  metricsOverview: {
    parameters: {
      query?: {
        channel?: 'overlay' | 'results_page';
        /** @description Begin of the period; default 8 days up to its end: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        from?: string;
        /** @description End of the period; a date is included, a time excluded; default today: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        to?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OverviewResponse'];
          'text/csv': components['schemas']['OverviewResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  metricsQueries: {
    parameters: {
      query: {
        channel?: 'overlay' | 'results_page';
        /** @description Begin of the period; default 8 days up to its end: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        from?: string;
        kind: 'top' | 'no_results' | 'no_clicks';
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description End of the period; a date is included, a time excluded; default today: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        to?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueriesResponse'];
          'text/csv': components['schemas']['QueriesResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  metricsTimeseries: {
    parameters: {
      query: {
        channel?: 'overlay' | 'results_page';
        /** @description Begin of the period; default 8 days up to its end: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        from?: string;
        interval: 'hour' | 'day';
        metric:
          | 'searches'
          | 'sessions'
          | 'no_result_rate'
          | 'no_click_rate'
          | 'ctr'
          | 'clicks'
          | 'mean_click_position'
          | 'conversions'
          | 'conversion_rate'
          | 'attribution_coverage'
          | 'revenue';
        /** @description End of the period; a date is included, a time excluded; default today: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        to?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TimeseriesResponse'];
          'text/csv': components['schemas']['TimeseriesResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  groupOpportunities: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OpportunitiesRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpportunitiesResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  erase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EraseRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EraseResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listRules: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RulePageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRuleRequest'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchRuleRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listRuleConflicts: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleConflictsResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  search: {
    parameters: {
      query?: {
        channel?: 'overlay' | 'results_page';
        /** @description Each hit says how it came to its place. */
        explain?: boolean;
        /** @description Values a facet lists at most. */
        facet_limit?: number;
        /** @description A JSON object, as in the body of the POST. */
        facet_query?: string;
        /** @description A comma list, or repeated. */
        facets?: string;
        /** @description A JSON object, as in the body of the POST. */
        filters?: string;
        /** @description Language of the query; default the tenant's. */
        locale?: string;
        page?: number;
        per_page?: number;
        /** @description Empty: browse by popularity. */
        q?: string;
        /** @description Ties what follows to this search. */
        session_id?: string;
        /** @description relevance, popularity, newest, price:asc|desc or attributes.x:asc|desc. */
        sort?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  searchWithBody: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SearchBody'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  previewSearch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PreviewResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readSettings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description For `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingsResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateSettings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchSettingsRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          /** @description For `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PatchedSettingsResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  calibration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CalibrationResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listEgress: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description Only what this run sent. */
        run_id?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EgressPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  repeatedClicks: {
    parameters: {
      query?: {
        channel?: 'overlay' | 'results_page';
        /** @description Begin of the period; default 8 days up to its end: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        from?: string;
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description End of the period; a date is included, a time excluded; default today: a local date of the tenant (that whole day), or an ISO 8601 time with an offset. */
        to?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RepeatedClicksResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listRuns: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  startRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  cancelRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listSuggestions: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        min_confidence?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description Part of the failed or of the suggested words. */
        q?: string;
        /** @description Only those that this run produced. */
        run_id?: string;
        /** @description The highest or the newest first. */
        sort?: 'confidence' | 'created_at';
        status?: 'pending' | 'accepted' | 'rejected' | 'applied' | 'logged' | 'reverted';
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuggestionPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readSuggestion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuggestionWithHistoryResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  acceptSuggestion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  rejectSuggestion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RejectRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecidedResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  revertSuggestion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecidedResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  suggest: {
    parameters: {
      query?: {
        /** @description Queries, and items, at most. */
        limit?: number;
        /** @description What is typed so far. Empty: what is popular. */
        q?: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuggestResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  suggestWithBody: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SuggestBody'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuggestResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listSynonyms: {
    parameters: {
      query?: {
        /** @description Rows of the answer. */
        limit?: number;
        /** @description Rows to skip. */
        offset?: number;
        /** @description Part of an input or a term. */
        q?: string;
        source?: 'manual' | 'learned' | 'import';
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SynonymPageResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createSynonym: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSynonymRequest'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SynonymResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readSynonym: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SynonymResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteSynonym: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  updateSynonym: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PatchSynonymRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SynonymResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  exportSynonyms: {
    parameters: {
      query: {
        format: 'csv' | 'solr';
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
          'text/plain': string;
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  importSynonyms: {
    parameters: {
      query: {
        format: 'csv' | 'solr';
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImportSynonymsRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  trackClick: {
    parameters: {
      query?: never;
      header?: {
        /** @description The event's id when the body has no `event_id`: a repeat is a duplicate. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TrackClickRequest'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrackResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  trackConversion: {
    parameters: {
      query?: never;
      header?: {
        /** @description The event's id when the body has no `event_id`: a repeat is a duplicate. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TrackConversionRequest'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrackResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  trackSearch: {
    parameters: {
      query?: never;
      header?: {
        /** @description The event's id when the body has no `event_id`: a repeat is a duplicate. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TrackSearchRequest'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrackResponse'];
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payload_too_large` */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `unsupported_media_type` */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `validation_failed`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  recentEvents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecentEventsResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  widgetBootstrap: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BootstrapResponse'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  widgetBootstrapScript: {
    parameters: {
      query: {
        key: string;
      };
      header?: never;
      path: {
        /** @description Slug of the tenant that the key belongs to. */
        tenant: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/javascript': string;
        };
      };
      /** @description `malformed_json`, `invalid_parameter`, `malformed_request` */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`, `sign_in_required`, `invalid_credentials`, `invalid_sign_in_link` */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `insufficient_role`, `not_from_the_panel`, `insufficient_scope`, `origin_not_allowed`, `tenant_mismatch` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited` */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Any other failure */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
}
